// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pictures/dot_text.h"

#include <map>

namespace ng::cli {
namespace {

// Border colours, in the order of enum Family.
constexpr const char* colours[] = {"dodgerblue", "seagreen",   "darkgoldenrod", "darkred",
                                   "gray25",     "blueviolet", "deeppink"};

std::string dotString(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
  }
  return out + "\"";
}

std::string node(std::size_t i, const PictureCard& card) {
  std::string label = card.title;
  if (!card.kind.empty() && card.kind != card.title) label += " · " + card.kind;
  std::string text = "n" + std::to_string(i) + " [label=" + dotString(label);
  std::string below = card.detail;
  for (const PictureChip& chip : card.chips)
    below += (below.empty() ? "(" : "  (") + chip.text + ")";
  if (!below.empty()) {
    text.pop_back();
    text += "\\n" + dotString(below).substr(1);
  }
  text += std::string(", color=") + colours[static_cast<int>(card.family)];
  return text + (card.group ? ", style=\"rounded,filled\"];" : "];");
}

}  // namespace

std::string dotText(const Picture& picture) {
  std::string text = "digraph ngraph {\n  label=" + dotString(picture.title) +
                     ";\n  labelloc=t;\n  node [shape=box, style=rounded, fontname=\"Inter\", "
                     "fontsize=11];\n";
  std::map<std::string, std::vector<std::size_t>> clusters;
  for (std::size_t i = 0; i < picture.cards.size(); ++i) {
    const PictureCard& card = picture.cards[i];
    clusters[card.kernel.empty() ? card.scope : card.kernel].push_back(i);
  }
  int number = 0;
  for (const auto& [name, cards] : clusters) {
    const std::string indent = name.empty() ? "  " : "    ";
    if (!name.empty()) {
      text += "  subgraph cluster_" + std::to_string(number++) +
              " {\n    label=" + dotString(name) + ";\n";
    }
    for (std::size_t i : cards) text += indent + node(i, picture.cards[i]) + "\n";
    if (!name.empty()) text += "  }\n";
  }
  for (const PictureEdge& edge : picture.edges) {
    text += "  n" + std::to_string(edge.from) + " -> n" + std::to_string(edge.to) + ";\n";
  }
  return text + "}\n";
}

}  // namespace ng::cli
