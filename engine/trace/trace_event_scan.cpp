// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/trace_event_scan.h"

#include <charconv>
#include <cmath>

namespace ng::trace {
namespace {

constexpr std::int64_t latest = 3'155'760'000'000'000'000;  // 100 years in nanoseconds
constexpr std::size_t deepest = 1'000'000;                  // nesting limit of brackets

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool ends_token(char c) {
  return c == ',' || c == '}' || c == ']' || is_space(c);
}

// The callers keep `at` in a local copy whose address does not escape, so that it stays in a
// register: `char` data may alias it, and it would otherwise be stored before each character is
// read.

inline void pass_space(const char*& at, const char* end) {
  while (at < end && is_space(*at)) ++at;
}

inline Scan pass_string(const char*& at, const char* end, Field& text) {
  if (at == end) return Scan::incomplete;
  if (*at != '"') return Scan::malformed;
  const char* const begin = ++at;
  for (; at < end; ++at) {
    if (*at == '"') {
      text = Field(begin, static_cast<std::size_t>(at++ - begin));
      return Scan::done;
    }
    if (*at == '\\' && ++at == end) break;
  }
  return Scan::incomplete;
}

// A number, true, false, null, or a spelling of NaN that some writers use.
inline Scan pass_token(const char*& at, const char* end, Field& text) {
  const char* const begin = at;
  while (at < end && !ends_token(*at)) ++at;
  if (at == end) return Scan::incomplete;
  text = Field(begin, static_cast<std::size_t>(at - begin));
  const char first = text.empty() ? ' ' : text.front();
  const bool likely = (first >= '0' && first <= '9') || first == '-' || first == '+' ||
                      (first >= 'a' && first <= 'z') || first == 'N' || first == 'I';
  return likely ? Scan::done : Scan::malformed;
}

inline Scan pass_value(const char*& at, const char* end) {
  const char* copy = at;
  const Scan scan = skip_value(copy, end);
  at = copy;
  return scan;
}

inline Scan pass_scalar(const char*& at, const char* end, Field& text) {
  if (at == end) return Scan::incomplete;
  if (*at == '"') return pass_string(at, end, text);
  if (*at == '{' || *at == '[') return pass_value(at, end);
  return pass_token(at, end, text);
}

// The field of the event for `key`; null: ignored.
inline Field* place(ScannedEvent& event, Field key) {
  switch (key.size()) {
    case 2:
      return key == "ph" ? &event.phase : key == "ts" ? &event.time : nullptr;
    case 3:
      return key == "dur"   ? &event.length
             : key == "pid" ? &event.process
             : key == "tid" ? &event.thread
             : key == "cat" ? &event.category
                            : nullptr;
    case 4:
      return key == "name" ? &event.name : nullptr;
    default:
      return nullptr;
  }
}

inline Scan pass_member(const char*& at, const char* end, ScannedEvent& event) {
  Field key;
  Scan scan = pass_string(at, end, key);
  if (scan != Scan::done) return scan;
  pass_space(at, end);
  if (at == end) return Scan::incomplete;
  if (*at++ != ':') return Scan::malformed;
  pass_space(at, end);
  if (Field* const field = place(event, key)) {
    scan = pass_scalar(at, end, *field);
    event.has_time |= field == &event.time;
    event.has_length |= field == &event.length;
    return scan;
  }
  const char* const begin = at;
  scan = pass_value(at, end);
  if (key == "args") event.args = Field(begin, static_cast<std::size_t>(at - begin));
  return scan;
}

inline Scan pass_event(const char*& at, const char* end, ScannedEvent& event) {
  if (at == end) return Scan::incomplete;
  if (*at != '{') return Scan::malformed;
  ++at;
  for (;;) {
    pass_space(at, end);
    if (at == end) return Scan::incomplete;
    if (*at == '}') break;
    const Scan scan = pass_member(at, end, event);
    if (scan != Scan::done) return scan;
    pass_space(at, end);
    if (at == end) return Scan::incomplete;
    if (*at == '}') break;
    if (*at++ != ',') return Scan::malformed;
  }
  ++at;
  return Scan::done;
}

inline Scan pass_any(const char*& at, const char* end) {
  std::size_t depth = 0;
  Field ignored;
  do {
    pass_space(at, end);
    if (at == end) return Scan::incomplete;
    Scan scan = Scan::done;
    if (*at == '"') {
      scan = pass_string(at, end, ignored);
    } else if (*at == '{' || *at == '[') {
      ++at;
      if (++depth > deepest) return Scan::malformed;
    } else if (*at == '}' || *at == ']') {
      if (depth-- == 0) return Scan::malformed;
      ++at;
    } else if (*at == ',' || *at == ':') {
      if (depth == 0) return Scan::malformed;
      ++at;
    } else {
      const char* const begin = at;
      while (at < end && !ends_token(*at) && *at != ':') ++at;
      if (at == end) return Scan::incomplete;
      if (at == begin) return Scan::malformed;
    }
    if (scan != Scan::done) return scan;
  } while (depth > 0);
  return Scan::done;
}

}  // namespace

void skip_space(const char*& at, const char* end) {
  const char* place = at;
  pass_space(place, end);
  at = place;
}

Scan scan_string(const char*& at, const char* end, Field& text) {
  const char* place = at;
  const Scan scan = pass_string(place, end, text);
  at = place;
  return scan;
}

Scan skip_value(const char*& at, const char* end) {
  const char* place = at;
  const Scan scan = pass_any(place, end);
  at = place;
  return scan;
}

Scan scan_event(const char*& at, const char* end, ScannedEvent& event) {
  const char* place = at;
  ScannedEvent scanned;
  const Scan scan = pass_event(place, end, scanned);
  event = scanned;
  at = place;
  return scan;
}

std::optional<std::int64_t> nanoseconds(Field microseconds) {
  Field digits = microseconds;
  const bool negative = !digits.empty() && digits.front() == '-';
  if (negative || (!digits.empty() && digits.front() == '+')) digits.remove_prefix(1);
  std::int64_t value = 0;
  std::size_t i = 0;
  for (; i < digits.size() && digits[i] >= '0' && digits[i] <= '9'; ++i) {
    if (value > latest / 1000) return std::nullopt;
    value = value * 10 + (digits[i] - '0');
  }
  const std::size_t whole = i;
  int decimals = 0;
  if (value > latest / 1000) return std::nullopt;
  if (i < digits.size() && digits[i] == '.') {
    for (++i; i < digits.size() && digits[i] >= '0' && digits[i] <= '9'; ++i)
      if (decimals < 3) value = value * 10 + (digits[i] - '0'), ++decimals;
  }
  if (whole == 0) return std::nullopt;
  for (; decimals < 3; ++decimals) value *= 10;
  if (i == digits.size()) return negative ? -value : value;
  double number = 0;  // numbers with an exponent
  const auto [end, fault] = std::from_chars(digits.begin(), digits.end(), number);
  number *= 1e3;
  if (fault != std::errc() || end != digits.end() || !(std::abs(number) <= double(latest)))
    return std::nullopt;
  return negative ? -std::llround(number) : std::llround(number);
}

std::string plain(Field text, std::size_t most) {
  std::string out;
  const auto add_code = [&out](unsigned code) {
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0 | code >> 6);
      out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      const bool half = code >= 0xD800 && code < 0xE000;  // half of a surrogate pair: not resolved
      code = half ? 0xFFFD : code;
      out += static_cast<char>(0xE0 | code >> 12);
      out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (code & 0x3F));
    }
  };
  for (std::size_t i = 0; i < text.size() && out.size() < most; ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
    } else if (text[++i] == 'u') {
      unsigned code = 0xFFFD;
      const char* const begin = text.data() + std::min(i + 1, text.size());
      std::from_chars(begin, text.data() + std::min(i + 5, text.size()), code, 16);
      add_code(code);
      i = std::min(i + 4, text.size() - 1);
    } else {
      const bool blank =
          text[i] == 'n' || text[i] == 't' || text[i] == 'r' || text[i] == 'b' || text[i] == 'f';
      out += blank ? ' ' : text[i];
    }
  }
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return out;
}

Field member(Field object, std::string_view key) {
  const char *at = object.data(), *const end = at + object.size();
  if (object.empty() || *at++ != '{') return {};
  for (;;) {
    skip_space(at, end);
    Field name, value;
    if (scan_string(at, end, name) != Scan::done) return {};
    skip_space(at, end);
    if (at == end || *at++ != ':') return {};
    skip_space(at, end);
    const bool scalar = at < end && *at != '{' && *at != '[';
    const Scan scan = scalar ? pass_scalar(at, end, value) : skip_value(at, end);
    if (scan != Scan::done) return {};
    if (name == key) return value;
    skip_space(at, end);
    if (at == end || *at++ != ',') return {};
  }
}

}  // namespace ng::trace
