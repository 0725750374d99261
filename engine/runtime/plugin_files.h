// SPDX-License-Identifier: Apache-2.0
// Where shared libraries that the engine opens at run time are looked for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ng {

// Paths where the plugin may be, in the order in which to try them: that of the environment
// variable only, if it is set; else in and next to the folders of this library and this program.
std::vector<std::filesystem::path> plugin_files(const char* variable, const std::string& file_name);

}  // namespace ng
