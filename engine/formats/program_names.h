// SPDX-License-Identifier: Apache-2.0
// Names of variables for what a program builds.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ng {

// Any text as a name of C++ and Python: letters, digits and single underscores.
std::string program_name(std::string_view text);

// Gives each name once: a taken one gets a number, a word of the language an underscore.
class ProgramNames {
 public:
  explicit ProgramNames(const std::vector<std::string_view>& reserved);
  std::string take(const std::string& wanted);

 private:
  std::set<std::string, std::less<>> reserved_, taken_;
};

}  // namespace ng
