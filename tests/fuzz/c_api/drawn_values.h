// SPDX-License-Identifier: Apache-2.0
// Names, numbers and memory that a sequence of C API calls passes: right, wrong and at the limits.
#pragma once

#include <cstdint>
#include <memory>

#include "tests/fuzz/c_api/draw_bytes.h"

namespace ng::fuzz {

// A name, possibly empty, of strange bytes, or long. Lives as long as the program.
const char* draw_name(DrawBytes& draws);
// The same, and sometimes null.
const char* draw_name_or_null(DrawBytes& draws);
// Mostly small; also lengths that no memory holds, limits, and NGRAPH_NONE.
std::int64_t draw_integer(DrawBytes& draws);
// Also infinities, NaN and subnormal numbers.
double draw_number(DrawBytes& draws);
// `right`, or another size.
std::size_t draw_size(std::size_t right, DrawBytes& draws);

// Exactly `bytes` bytes of the heap, so that a sanitizer reports any access outside.
class DrawnMemory {
 public:
  DrawnMemory(std::size_t bytes, DrawBytes& draws);
  char* data() const { return data_.get(); }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
  std::unique_ptr<char[]> data_;
};

}  // namespace ng::fuzz
