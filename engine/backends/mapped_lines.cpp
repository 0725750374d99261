// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/mapped_lines.h"

#include <map>

namespace ng {

kernel::Text with_ops(const MappedText& compiled, const kernel::Text& source, int shift) {
  std::map<int, const kernel::LineNote*> by_line;
  for (const kernel::LineNote& note : source.lines) by_line[note.line + shift] = &note;
  kernel::Text text;
  text.text = compiled.text;
  for (const TextLine& line : compiled.lines) {
    const auto at = by_line.find(line.source_line);
    if (at != by_line.end()) text.lines.push_back({line.text_line, at->second->ops});
  }
  return text;
}

}  // namespace ng
