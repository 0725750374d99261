// SPDX-License-Identifier: Apache-2.0
// Measures peak memory and allocation count of a piece of code. Only one meter at a time;
// allocations of all threads count.
#pragma once

#include <cstddef>

namespace ng::testing {

class MemoryMeter {
 public:
  // Under a sanitizer, exceeding `limit` aborts immediately, so that the stack trace shows the
  // allocation.
  explicit MemoryMeter(std::size_t limit);
  ~MemoryMeter();
  MemoryMeter(const MemoryMeter&) = delete;
  MemoryMeter& operator=(const MemoryMeter&) = delete;

  // Bytes above the amount held when the meter was created: peak, and current.
  std::size_t peak() const;
  std::size_t held() const;
  std::size_t allocations() const;  // number of allocations
};

}  // namespace ng::testing
