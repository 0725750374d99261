// SPDX-License-Identifier: Apache-2.0
// Finds and runs the programs of this project that read files of foreign formats in processes of
// their own.
#pragma once

#include <string>
#include <vector>

#include "engine/backends/child_process.h"

namespace ng {

// The path in the environment variable, else `name` in the folder of this program or library, or
// in bin of the build folder; empty: not found. Thread safe.
std::string helper_program(const std::string& name, const char* variable);

// As run_child(). Ends the program and throws if check_cancellation() does on this thread.
ChildResult run_helper(const std::vector<std::string>& command, ChildOptions options);

}  // namespace ng
