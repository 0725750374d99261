// SPDX-License-Identifier: Apache-2.0
// Variable names of generated programs.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ng {

// Converts any text to an identifier of C++ and Python: letters, digits and single underscores.
std::string program_name(std::string_view text);

// Makes names unique: appends a number to a taken name, an underscore to a reserved word.
class ProgramNames {
 public:
  explicit ProgramNames(const std::vector<std::string_view>& reserved);
  std::string take(const std::string& wanted);

 private:
  std::set<std::string, std::less<>> reserved_, taken_;
  std::unordered_map<std::string, int> last_;  // by plain name: the number given last
};

}  // namespace ng
