// SPDX-License-Identifier: Apache-2.0
// Ops belong to the line of the user's Python program that made them.
#pragma once

#include <source_location>
#include <string>

#include "engine/graph/user_line.h"

namespace ng::python {

// Frames of files in this folder are the package's own, never the user's.
void set_package_folder(std::string folder);

// The innermost line of the Python stack outside the package. The interpreter lock is held.
std::source_location python_line();

// While one lives, ops made on this thread belong to that line: a call guard of bound functions.
class AtPythonLine {
 public:
  AtPythonLine() : scope_(python_line()) {}

 private:
  ScopedUserLine scope_;
};

}  // namespace ng::python
