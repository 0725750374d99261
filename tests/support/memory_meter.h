// SPDX-License-Identifier: Apache-2.0
// The memory that a piece of code holds at most, and how often it asks for some. One meter at a
// time; memory of other threads counts.
#pragma once

#include <cstddef>

namespace ng::testing {

class MemoryMeter {
 public:
  // Under a sanitizer, going beyond `limit` aborts at once, where a stack trace names the culprit.
  explicit MemoryMeter(std::size_t limit);
  ~MemoryMeter();
  MemoryMeter(const MemoryMeter&) = delete;
  MemoryMeter& operator=(const MemoryMeter&) = delete;

  // Bytes beyond what was held when the meter was made: at most, and now.
  std::size_t peak() const;
  std::size_t held() const;
  std::size_t allocations() const;  // how many there were
};

}  // namespace ng::testing
