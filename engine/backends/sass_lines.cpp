// SPDX-License-Identifier: Apache-2.0
// Removes directives from SASS as nvdisasm prints it and maps lines by its comments
// `//## File "…/kernel.cu", line 4`, which `inlined at "…", line 9` may follow.
#include "engine/backends/text_scan.h"

namespace ng {
namespace {

// The line in `main_file` that the comment names last, or `before`.
int line_of(std::string_view comment, std::string_view main_file, int before) {
  const std::string mark = std::string(main_file) + "\", line ";
  const auto at = comment.rfind(mark);
  if (at == comment.npos) return before;
  const int line = number_at(comment.substr(at + mark.size()));
  return line > 0 ? line : before;
}

// Instructions have an address in front, /*0010*/, that is not shown: branches go to labels.
std::string_view without_address(std::string_view text) {
  if (!text.starts_with("/*")) return text;
  const auto end = text.find("*/");
  return end == text.npos ? text : text.substr(end + 2);
}

// The 19 columns after an address hold a predicate, @!P0, or nothing.
std::string indented(std::string_view instruction) {
  const auto column = std::min<std::size_t>(19, instruction.size());
  const auto predicate = trimmed(instruction.substr(0, column));
  const bool has_predicate = predicate.starts_with("@");
  std::string text = has_predicate ? std::string(predicate.substr(0, predicate.find(' '))) : "";
  const std::string_view rest = trimmed(instruction);
  text.resize(std::max<std::size_t>(text.size() + 1, 8), ' ');
  return "    " + text +
         std::string(
             trimmed(has_predicate ? rest.substr(std::min(rest.size(), rest.find(' '))) : rest));
}

}  // namespace

MappedText clean_sass(std::string_view raw, std::string_view main_file) {
  TextSink sink;
  int source_line = 0;
  for_each_line(raw, [&](std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("//##")) {
      source_line = line_of(text, main_file, source_line);
    } else if (text.starts_with("/*")) {
      const std::string_view instruction = without_address(text);
      if (!trimmed(instruction).starts_with("/*")) sink.add(indented(instruction), source_line);
    } else if (text.ends_with(":") && !text.starts_with(".text")) {
      if (!text.starts_with(".L")) sink.add("", 0);
      sink.add(text, 0);
    } else if (text.starts_with(".target")) {
      sink.add(text, 0);
    }
  });
  return sink.take();
}

}  // namespace ng
