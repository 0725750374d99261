// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/mapped_lines.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace ng {
namespace {

using Ops = std::vector<std::uint64_t>;

void add(Ops& all, const Ops& more) {
  for (const std::uint64_t op : more)
    if (std::find(all.begin(), all.end(), op) == all.end()) all.push_back(op);
}

constexpr int behind = 1 << 30;  // represents all lines after the kernel's text

// The ops of each line. A line without ops takes those of the block that it opens, else of the
// enclosing block. Lines after the kernel's text, which call it, take all ops.
std::map<int, Ops> ops_of_lines(const kernel::Text& source) {
  std::map<int, Ops> lines;
  for (const kernel::LineNote& note : source.lines) lines[note.line] = note.ops;
  struct Block {
    Ops ops;
    std::vector<int> waiting;
  };
  std::vector<Block> open(1);
  const auto close = [&] {
    for (const int line : open.back().waiting)
      if (!open.back().ops.empty()) lines[line] = open.back().ops;
    Block closed = std::move(open.back());
    open.pop_back();
    add(open.back().ops, closed.ops);
  };
  std::istringstream text(source.text);
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    const std::string code = line.substr(0, line.find("//"));
    const auto opens = std::count(code.begin(), code.end(), '{');
    auto closes = std::count(code.begin(), code.end(), '}');
    const bool known = lines.count(number) > 0;
    for (auto i = std::min(opens, closes); i < opens; ++i) open.emplace_back();
    if (known)
      add(open.back().ops, lines[number]);
    else if (code.find_first_not_of(" \t") != code.npos)
      open.back().waiting.push_back(number);
    for (auto i = std::min(opens, closes); i < closes && open.size() > 1; ++i) close();
  }
  while (open.size() > 1) close();
  lines[behind] = open.front().ops;
  return lines;
}

}  // namespace

kernel::Text with_ops(const MappedText& compiled, const kernel::Text& source, int shift) {
  const std::map<int, Ops> by_line = ops_of_lines(source);
  const auto last = std::count(source.text.begin(), source.text.end(), '\n');
  kernel::Text text;
  text.text = compiled.text;
  for (const TextLine& line : compiled.lines) {
    const int own = line.source_line - shift;
    const auto at = by_line.find(own <= last ? own : behind);
    if (at != by_line.end()) text.lines.push_back({line.text_line, at->second});
  }
  return text;
}

kernel::Text without_gaps(kernel::Text assembly) {
  std::map<int, Ops> known;
  for (const kernel::LineNote& note : assembly.lines) known[note.line] = note.ops;
  if (known.empty()) return assembly;
  const int end = known.rbegin()->first;
  std::istringstream text(assembly.text);
  const Ops* before = nullptr;
  int number = 0;
  for (std::string line; number < end && std::getline(text, line);) {
    const auto at = known.find(++number);
    if (at != known.end()) before = &at->second;
    const auto code = line.find_first_not_of(" \t");
    const bool instruction =
        code != line.npos && code > 0 && line[code] != '.' && line[code] != '#';
    if (at == known.end() && before && instruction) assembly.lines.push_back({number, *before});
  }
  std::sort(assembly.lines.begin(), assembly.lines.end(),
            [](const auto& a, const auto& b) { return a.line < b.line; });
  return assembly;
}

}  // namespace ng
