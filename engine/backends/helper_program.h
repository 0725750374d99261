// SPDX-License-Identifier: Apache-2.0
// Finds the programs of this project that read files of foreign formats in processes of their own.
#pragma once

#include <string>

namespace ng {

// The path in the environment variable, else `name` in the folder of this program or library, or
// in bin of the build folder; empty: not found. Thread safe.
std::string helper_program(const std::string& name, const char* variable);

}  // namespace ng
