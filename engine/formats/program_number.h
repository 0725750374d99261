// SPDX-License-Identifier: Apache-2.0
// A finite number as both languages read it: the shortest text that gives it again.
#pragma once

#include <charconv>
#include <string>

#include "engine/base/dtype.h"

namespace ng {

inline std::string program_number(double value, DType dtype) {
  char text[40];
  const auto end = dtype == DType::f32 ? std::to_chars(text, text + sizeof(text), static_cast<float>(value)).ptr
                                       : std::to_chars(text, text + sizeof(text), value).ptr;
  std::string number(text, end);
  const bool real = is_float(dtype) && number.find_first_of(".e") == std::string::npos;
  return real ? number + ".0" : number;
}

}  // namespace ng
