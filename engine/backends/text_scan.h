// SPDX-License-Identifier: Apache-2.0
// Scanning helpers of the readers of LLVM IR and assembly.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backends/text_lines.h"
#include "engine/parsing/plain_text.h"

namespace ng {

// The number at the start of `text`, or -1.
inline int number_at(std::string_view text) {
  int value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

inline std::string_view base_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// The text between the last pair of double quotes, or an empty view.
inline std::string_view last_quoted(std::string_view text) {
  const auto end = text.rfind('"');
  if (end == std::string_view::npos || end == 0) return {};
  const auto begin = text.rfind('"', end - 1);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin + 1, end - begin - 1);
}

// Calls `each(line)` for every line, without its newline.
template <class Each>
void for_each_line(std::string_view text, Each each) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    each(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

// Collects lines; removes leading blank lines and collapses consecutive ones.
class TextSink {
 public:
  // `source_line` 0: unknown.
  void add(std::string_view line, int source_line) {
    const bool blank = trimmed(line).empty();
    if (blank && (result_.text.empty() || last_blank_)) return;
    last_blank_ = blank;
    ++count_;
    result_.text.append(blank ? std::string_view{} : line).push_back('\n');
    if (source_line > 0) result_.lines.push_back({count_, source_line});
  }
  MappedText take() {
    if (last_blank_) result_.text.pop_back();
    return std::move(result_);
  }

 private:
  MappedText result_;
  int count_ = 0;
  bool last_blank_ = false;
};

}  // namespace ng
