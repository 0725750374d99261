// SPDX-License-Identifier: Apache-2.0
// Scans single events of a trace in JSON text without building a JSON tree: traces have millions of
// events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ng::trace {

// A field as in the text: strings without their quotes, escapes unresolved.
using Field = std::string_view;

struct ScannedEvent {
  Field name, category, phase, time, length, process, thread, args;
  bool has_time = false, has_length = false;
};

enum class Scan { done, incomplete, malformed };

// Each scans from `at` and moves it past what was scanned. On `incomplete` and `malformed`, `at` is
// where scanning stopped.
Scan scan_event(const char*& at, const char* end, ScannedEvent& event);
Scan scan_string(const char*& at, const char* end, Field& text);  // at the opening quote
Scan skip_value(const char*& at, const char* end);                // any JSON value
void skip_space(const char*& at, const char* end);

// Converts microseconds to nanoseconds, exactly for decimal digits. Empty for non-finite numbers
// and times over 100 years.
std::optional<std::int64_t> nanoseconds(Field microseconds);

// Text of a string field: escapes resolved, control characters replaced by spaces, at most `most`
// bytes.
std::string plain(Field text, std::size_t most = 1000);

// Value of a member of a scanned object; empty if absent.
Field member(Field object, std::string_view key);

}  // namespace ng::trace
