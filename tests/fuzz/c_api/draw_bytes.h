// SPDX-License-Identifier: Apache-2.0
// Choices made by the bytes of a fuzz input, so that an input replays. Zeros after the last byte.
#pragma once

#include <cstdint>
#include <cstring>

#include "tests/fuzz/target.h"

namespace ng::fuzz {

class DrawBytes {
 public:
  explicit DrawBytes(Bytes bytes) : left_(bytes) {}
  bool empty() const { return left_.empty(); }
  std::uint8_t byte() { return static_cast<std::uint8_t>(bits<std::uint8_t>()); }
  // 0 … count-1; `count` is at least 1.
  std::size_t below(std::size_t count) {
    return (count > 256 ? bits<std::uint16_t>() : bits<std::uint8_t>()) % count;
  }
  // Once in `count` times, and never after the last byte.
  bool once_in(std::size_t count) { return below(count) == count - 1; }
  template <class T, std::size_t N>
  const T& one_of(const T (&choices)[N]) {
    return choices[below(N)];
  }
  // The next bytes as a number.
  template <class T>
  T bits() {
    T value{};
    const std::size_t count = std::min(sizeof value, left_.size());
    std::memcpy(&value, left_.data(), count);
    left_ = left_.subspan(count);
    return value;
  }
  // The first half of what is left, which the caller draws from instead.
  DrawBytes half() {
    const DrawBytes first(left_.first(left_.size() / 2));
    left_ = left_.subspan(left_.size() / 2);
    return first;
  }

 private:
  Bytes left_;
};

}  // namespace ng::fuzz
