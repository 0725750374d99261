// SPDX-License-Identifier: Apache-2.0
// Removes metadata from LLVM IR and maps lines by the !dbg locations.
#include <algorithm>
#include <unordered_map>

#include "engine/backends/text_scan.h"

namespace ng {

namespace {

// A location, scope or file node of the metadata; absent fields are -1 or empty.
struct Node {
  int line = 0;
  int scope = -1, inlined_at = -1, file = -1;
  std::string_view filename;
};
using Nodes = std::unordered_map<int, Node>;

int reference(std::string_view node, std::string_view field) {
  const auto at = node.find(field);
  return at == std::string_view::npos ? -1 : number_at(node.substr(at + field.size()));
}

Nodes read_nodes(std::string_view raw) {
  Nodes nodes;
  for_each_line(raw, [&nodes](std::string_view line) {
    if (!line.starts_with('!') || line.find(" = ") == std::string_view::npos) return;
    const int id = number_at(line.substr(1));
    if (id < 0 || line.find("!DI") == std::string_view::npos) return;
    Node& node = nodes[id];
    node.line = std::max(0, reference(line, "line: "));
    node.scope = reference(line, "scope: !");
    node.inlined_at = reference(line, "inlinedAt: !");
    node.file = reference(line, "file: !");
    if (line.find("!DIFile(") != std::string_view::npos) {
      constexpr std::string_view field = "filename: \"";
      const auto at = line.find(field);
      if (at == std::string_view::npos) return;
      const auto rest = line.substr(at + field.size());
      node.filename = base_name(rest.substr(0, rest.find('"')));
    }
  });
  return nodes;
}

// The file that contains `scope`.
std::string_view file_of(const Nodes& nodes, int scope) {
  for (int hops = 0; hops < 64; ++hops) {
    const auto node = nodes.find(scope);
    if (node == nodes.end()) return {};
    const auto file = nodes.find(node->second.file);
    if (file != nodes.end()) return file->second.filename;
    scope = node->second.scope;
  }
  return {};
}

// The line of `main_file` for `location`: its own, or that of the call it was inlined into; 0 if
// neither is in `main_file`.
int main_line(const Nodes& nodes, int location, std::string_view main_file) {
  for (int hops = 0; hops < 64; ++hops) {
    const auto node = nodes.find(location);
    if (node == nodes.end()) return 0;
    if (node->second.line > 0 && file_of(nodes, node->second.scope) == main_file)
      return node->second.line;
    location = node->second.inlined_at;
  }
  return 0;
}

bool is_noise(std::string_view line) {
  for (std::string_view start :
       {"!", "attributes #", "source_filename", "target ", "; ModuleID", "; Function Attrs"})
    if (line.starts_with(start)) return true;
  return trimmed(line).starts_with("#dbg_");
}

// Removes all "mark<digits>": ", !dbg !12", " #3".
void erase_marks(std::string& line, std::string_view mark) {
  for (auto at = line.find(mark); at != std::string::npos; at = line.find(mark, at)) {
    auto end = at + mark.size();
    while (end < line.size() && line[end] >= '0' && line[end] <= '9') ++end;
    if (end == at + mark.size())
      at = end;
    else
      line.erase(at, end - at);
  }
}

// Removes the attachments ", !name !12" from the end of an instruction.
void erase_attachments(std::string& line) {
  for (auto at = line.find(", !"); at != std::string::npos; at = line.find(", !", at)) {
    const auto value = line.find(" !", at + 3);
    if (value == std::string::npos) return;
    auto end = value + 2;
    while (end < line.size() && line[end] >= '0' && line[end] <= '9') ++end;
    line.erase(at, end - at);
  }
}

// Returns "float 1.0" for "float 1.0, float 1.0, float 1.0"; empty if the elements differ.
std::string_view repeated_element(std::string_view elements) {
  const auto first = elements.substr(0, elements.find(", "));
  if (first.size() == elements.size() || first.find(' ') == std::string_view::npos) return {};
  auto rest = elements;
  while (rest.starts_with(first)) {
    rest.remove_prefix(first.size());
    if (rest.empty()) return first;
    if (!rest.starts_with(", ")) return {};
    rest.remove_prefix(2);
  }
  return {};
}

// Writes a vector constant with equal elements as "splat (float 1.0)".
void shorten_splats(std::string& line) {
  for (auto open = line.find('<'); open != std::string::npos; open = line.find('<', open + 1)) {
    const auto close = line.find_first_of("<>", open + 1);
    if (close == std::string::npos || line[close] != '>') continue;
    const std::string_view inside = std::string_view(line).substr(open + 1, close - open - 1);
    const std::string_view element = repeated_element(inside);
    if (element.empty()) continue;
    const std::string splat = "splat (" + std::string(element) + ")";
    line.replace(open, close - open + 1, splat);
  }
}

}  // namespace

MappedText clean_llvm_ir(std::string_view raw, std::string_view main_file) {
  const Nodes nodes = read_nodes(raw);
  TextSink sink;
  for_each_line(raw, [&](std::string_view line) {
    if (is_noise(line)) return;
    const int location = line.starts_with("  ") ? reference(line, "!dbg !") : -1;
    std::string kept(line);
    erase_attachments(kept);
    erase_marks(kept, " !dbg !");
    erase_marks(kept, " #");
    shorten_splats(kept);
    sink.add(kept, main_line(nodes, location, main_file));
  });
  return sink.take();
}

}  // namespace ng
