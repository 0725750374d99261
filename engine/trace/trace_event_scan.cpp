// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/trace_event_scan.h"

#include <charconv>
#include <cmath>

namespace ng::trace {
namespace {

constexpr std::int64_t latest = 3'155'760'000'000'000'000;  // 100 years in nanoseconds

}  // namespace

void EventScan::clear() {
  for (std::string* field :
       {&name_, &category_, &phase_, &time_, &length_, &process_, &thread_, &call_, &label_})
    field->clear();
  place_ = nullptr;
  depth_ = 0;
  in_args_ = has_time_ = has_length_ = false;
}

ScannedEvent EventScan::event() const {
  return {name_,   category_, phase_, time_,     length_,    process_,
          thread_, call_,     label_, has_time_, has_length_};
}

void EventScan::key(std::string_view key) {
  place_ = nullptr;
  if (depth_ == 2 && in_args_) {
    place_ = key == "call" ? &call_ : key == "name" ? &label_ : nullptr;
    return;
  }
  if (depth_ != 1) return;
  in_args_ = key == "args";
  switch (key.size()) {
    case 2: place_ = key == "ph" ? &phase_ : key == "ts" ? &time_ : nullptr; break;
    case 3:
      place_ = key == "dur"   ? &length_
               : key == "pid" ? &process_
               : key == "tid" ? &thread_
               : key == "cat" ? &category_
                              : nullptr;
      break;
    case 4: place_ = key == "name" ? &name_ : nullptr; break;
    default: break;
  }
  has_time_ |= place_ == &time_;
  has_length_ |= place_ == &length_;
}

void EventScan::open(bool) {
  place_ = nullptr;
  ++depth_;
}

inline void EventScan::take(std::string_view value) {
  if (place_) place_->assign(value);
  place_ = nullptr;
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
  std::string out(text.substr(0, most));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return out;
}

}  // namespace ng::trace
