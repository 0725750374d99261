// SPDX-License-Identifier: Apache-2.0
// Writes one step as constants of the C runtime (resources/deploy/ngr_types.h).
#pragma once

#include <string>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/runtime/program.h"

namespace ng {

struct StepSource {
  const Program& program;
  const Step& step;
  const std::string& name;                  // prefix of its constants: "p0_3"
  const std::vector<std::string>& kernels;  // entry points of the program's kernels
  const std::string& body;                  // table of the loop's body
  int pointers;                             // first free address of the instance
};

struct StepRow {
  std::string data;  // definitions of constants
  std::string row;   // of the table of steps
};
StepRow step_row(const StepSource& source);

// "static const int NAME[] = {…};"; one zero for an empty list.
std::string int_array(const std::string& name, const std::vector<int>& values);
std::string long_array(const std::string& name, const Shape& values);

}  // namespace ng
