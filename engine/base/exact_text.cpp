// SPDX-License-Identifier: Apache-2.0
#include "engine/base/exact_text.h"

#include <charconv>

namespace ng {

std::string exact_text(const Number& value, DType dtype) {
  if (value.is_integer() || dtype == DType::f64) return to_string(value);
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, static_cast<float>(value.real())).ptr};
}

}  // namespace ng
