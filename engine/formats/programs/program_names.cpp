// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/programs/program_names.h"
#include "engine/graph/axis_name.h"

namespace ng {
namespace {

// ASCII only, independent of the locale.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string program_name(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string name;
  for (std::size_t i = 0; i < text.size() && name.size() < longest; ++i) {
    if (text.substr(i, shadow_suffix.size()) == shadow_suffix) {
      name += "_out";
      i += shadow_suffix.size() - 1;
    } else if (is_letter(text[i]) || is_digit(text[i])) {
      name += text[i];
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty() || is_digit(name[0])) name = "v" + name;
  return name;
}

ProgramNames::ProgramNames(const std::vector<std::string_view>& reserved)
    : reserved_(reserved.begin(), reserved.end()) {}

std::string ProgramNames::take(const std::string& wanted) {
  const std::string plain = program_name(wanted);
  std::string name = plain + (reserved_.count(plain) > 0 ? "_" : "");
  if (taken_.insert(name).second) return name;
  int& last = last_.try_emplace(plain, 1).first->second;
  do name = plain + "_" + std::to_string(++last);
  while (!taken_.insert(name).second);
  return name;
}

}  // namespace ng
