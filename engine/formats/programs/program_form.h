// SPDX-License-Identifier: Apache-2.0
// The public function that creates each op and its arguments, for both C++ and Python; derived from
// the op's record.
#pragma once

#include <string_view>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

enum class Written {
  operand,        // the next operand; omitted if there are no more
  operands,       // all remaining operands, as a list
  axes,           // a list of axes
  optional_axes,  // a list of axes that may be omitted
  axis,           // one axis
  out_axes,       // of a reduction; determines the reduced axes
  number,
  flag,
  text,
  dtype,        // omitted if the op stores none
  array_dtype,  // of a constant: that of its array
  value,        // of a constant
  initial,      // initial value of storage: a value or samples
  slices,
  paddings,
  window  // all other attributes: the parameters of a convolution or pooling
};

struct FormArgument {
  Written as;
  std::string_view key = {};          // attribute key
  std::string_view keyword = {};      // Python keyword; empty: positional
  std::string_view when_absent = {};  // C++ text if omitted before another argument
  bool option = false;                // in C++, a field of the last argument
  bool python_alone = false;          // not available in C++
};

struct ProgramForm {
  std::string_view op;
  std::string_view function;
  std::vector<FormArgument> arguments;
};

// Null for an op without a public function.
const ProgramForm* program_form(std::string_view op);

}  // namespace ng
