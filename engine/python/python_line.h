// SPDX-License-Identifier: Apache-2.0
// Records the line of the user's Python program that creates an op.
#pragma once

#include <source_location>
#include <string>

#include "engine/graph/user_line.h"

namespace ng::python {

// Frames of files in this folder belong to the package and are skipped.
void set_package_folder(std::string folder);

// Innermost line of the Python stack outside of the package. Requires the interpreter lock.
std::source_location python_line();

// While an object exists, ops created on this thread record that line. Used as a call guard.
class AtPythonLine {
 public:
  AtPythonLine() : scope_(python_line()) {}

 private:
  ScopedUserLine scope_;
};

}  // namespace ng::python
