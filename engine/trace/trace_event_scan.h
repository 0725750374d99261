// SPDX-License-Identifier: Apache-2.0
// Scans single events of a trace in JSON text without building a tree: traces have millions of
// events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/parsing/json_events.h"

namespace ng::trace {

// A number or text of an event.
using Field = std::string_view;

struct ScannedEvent {
  Field name, category, phase, time, length, process, thread;
  Field call, label;  // the arguments "call" and "name"
  bool has_time = false, has_length = false;
};

// The fields of the event being parsed.
class EventScan final : public JsonEvents {
 public:
  void clear();
  // Valid until the next event is parsed.
  ScannedEvent event() const;

  void null() override { take({}); }
  void boolean(bool) override { take({}); }
  void number(std::string_view digits) override { take(digits); }
  void text(std::string_view text) override { take(text); }
  void key(std::string_view key) override;
  void open(bool object) override;
  void close() override { --depth_; }

 private:
  void take(std::string_view value);

  std::string name_, category_, phase_, time_, length_, process_, thread_, call_, label_;
  std::string* place_ = nullptr;  // of the next value; null: ignored
  std::size_t depth_ = 0;
  bool in_args_ = false, has_time_ = false, has_length_ = false;
};

// Converts microseconds to nanoseconds, exactly for decimal digits. Empty for non-finite numbers
// and times over 100 years.
std::optional<std::int64_t> nanoseconds(Field microseconds);

// Text of a field: control characters replaced by spaces, at most `most` bytes.
std::string plain(Field text, std::size_t most = 1000);

}  // namespace ng::trace
