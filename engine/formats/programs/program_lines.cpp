// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/programs/program_lines.h"

namespace ng {
namespace {

constexpr std::size_t line_length = 100;

// Position at which to wrap a line: the last ", " of the least nested ones in the line's second
// half outside of texts; otherwise the first one after the line length. npos if none.
std::size_t best_break(const std::string& text) {
  std::size_t found = std::string::npos;
  int depth = 0, fewest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (i >= line_length && found != std::string::npos) break;
    const char c = text[i];
    if (c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (c != ',' || text[i + 1] != ' ' || i < line_length / 2) continue;
    if (found == std::string::npos || depth <= fewest) {
      found = i;
      fewest = depth;
    }
  }
  return found;
}

}  // namespace

void ProgramLines::blank() {
  if (!text_.empty() && !text_.ends_with("\n\n")) text_ += "\n";
}

void ProgramLines::line(const std::string& text) {
  const std::string indentation(static_cast<std::size_t>(depth_ * width_), ' ');
  std::string rest = indentation + text;
  while (rest.size() > line_length) {
    const std::size_t comma = best_break(rest);
    if (comma == std::string::npos) break;
    text_ += rest.substr(0, comma + 1) + "\n";
    rest = indentation + "    " + rest.substr(comma + 2);
  }
  text_ += rest + "\n";
}

}  // namespace ng
