// SPDX-License-Identifier: Apache-2.0
// Scans single events of a trace out of JSON text, without making objects of it: a trace has
// millions of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ng::trace {

// A field as it stands in the text: strings without their quotes, escapes and all.
using Field = std::string_view;

struct ScannedEvent {
  Field name, category, phase, time, length, process, thread, args;
  bool has_time = false, has_length = false;
};

enum class Scan { done, incomplete, malformed };

// Each starts at `at` and moves it behind what was scanned. `incomplete` and `malformed` leave it
// where scanning stopped.
Scan scan_event(const char*& at, const char* end, ScannedEvent& event);
Scan scan_string(const char*& at, const char* end, Field& text);  // at the opening quote
Scan skip_value(const char*& at, const char* end);                // any JSON value
void skip_space(const char*& at, const char* end);

// Microseconds as nanoseconds, exactly where they are written in digits. Nothing for what is no
// finite number, or beyond 100 years.
std::optional<std::int64_t> nanoseconds(Field microseconds);

// The text of a string field: escapes resolved, control characters as spaces, at most `most` bytes.
std::string plain(Field text, std::size_t most = 1000);

// The value of a member of an object that is itself scanned text; empty when there is none.
Field member(Field object, std::string_view key);

}  // namespace ng::trace
