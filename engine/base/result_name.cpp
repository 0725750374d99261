// SPDX-License-Identifier: Apache-2.0
#include "engine/base/result_name.h"

#include <charconv>

namespace ng {

std::string to_string(const ResultName& name) {
  return name.result == 0 ? name.op : name.op + '#' + std::to_string(name.result);
}

ResultName read_result_name(const std::string& text) {
  const std::size_t mark = text.rfind('#');
  if (mark == std::string::npos) return {text};
  int result = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data() + mark + 1, end, result);
  if (fault != std::errc() || stop != end || result < 0) return {text};
  return {text.substr(0, mark), result};
}

}  // namespace ng
