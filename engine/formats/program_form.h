// SPDX-License-Identifier: Apache-2.0
// Which public function makes an op, and with which arguments: the same in C++ and in Python.
#pragma once

#include <string_view>
#include <vector>

namespace ng {

enum class Written {
  operand,        // the next operand; left out when there are no more
  operands,       // all of them, as a list
  axes,           // a list of axes
  optional_axes,  // the same, where the function could do without
  axis,           // one
  out_axes,       // of a reduction, from which the reduced ones follow
  number,
  flag,
  text,
  dtype,    // left out when it is float32
  value,    // of a constant
  initial,  // what storage holds at first: a value or samples
  slices,
  paddings,
  window  // all that is left: the parameters of a convolution or pooling
};

struct FormArgument {
  Written as;
  std::string_view key = {};        // of the attribute
  std::string_view keyword = {};    // by which Python takes it; empty: by its place
  std::string_view when_absent = {};  // in C++, where another argument follows
  bool option = false;                // in C++, a field of the last argument
  bool python_alone = false;          // C++ has no argument for it
};

struct ProgramForm {
  std::string_view op;
  std::string_view function;
  std::vector<FormArgument> arguments;
};

// Null for an op that no public function makes.
const ProgramForm* program_form(std::string_view op);

}  // namespace ng
