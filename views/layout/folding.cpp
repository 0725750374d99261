// SPDX-License-Identifier: Apache-2.0
#include "views/layout/folding.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "engine/session/axis_facts.h"

namespace ng::views {
namespace {

constexpr int mostReaders = 3;  // of more the fan is easier to see at a card
constexpr std::size_t mostGlyphs = 2, longestSource = 3, mostAxes = 2;

bool isScalarConstant(const OpRecord& op) {
  return op.op == "constant" && op.results.size() == 1 && op.results[0].axes.empty();
}

bool namedByUser(const OpRecord& op) {
  return op.name != op.op && op.name.rfind(op.op + "_", 0) != 0;
}

// Of its one operand, and of what reads it.
struct Use {
  int reads = 0, readers = 0;
  bool ownKernel = false;  // some reader is in another
};

// A value as four digits show it.
std::string numberText(const OpRecord& constant) {
  for (const auto& [name, value] : constant.attributes) {
    if (name != "value") continue;
    char* end = nullptr;
    const double parsed = std::strtod(value.c_str(), &end);
    if (value.empty() || *end) return value.substr(0, 8);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", parsed);
    return text.data();
  }
  return constant.glyph;
}

const std::vector<AxisRecord>* axesOf(const OpRecord& op) {
  return op.results.empty() ? nullptr : &op.results.front().axes;
}

// "N", "N·H", "4": the axes that `wide` has and `narrow` has not.
std::string addedAxes(const OpRecord& wide, const OpRecord& narrow) {
  const auto *more = axesOf(wide), *less = axesOf(narrow);
  if (!more || !less) return {};
  std::vector<std::string> added;
  for (const AxisRecord& axis : *more)
    if (std::none_of(less->begin(), less->end(),
                     [&](const AxisRecord& each) { return each.name == axis.name; }))
      added.push_back(shown_axis_name(axis.name));
  if (added.size() > mostAxes) return std::to_string(added.size());
  std::string text;
  for (const std::string& axis : added) text += (text.empty() ? "" : "·") + axis;
  return text.size() > 6 ? std::string() : text;
}

}  // namespace

bool handsOn(const OpRecord& op) {
  static constexpr std::array names{"broadcast", "axes_with_order", "cast_axes", "expand_dims",
                                    "transpose", "cast_role",       "map_roles", "flatten",
                                    "unflatten", "contiguous"};
  return std::find(names.begin(), names.end(), op.op) != names.end();
}

OpTable<char> foldedOps(const GraphRecord& graph, const std::vector<Link>& links, Folding folding) {
  OpTable<char> folded(graph, 0);
  if (folding == Folding::nothing) return folded;
  OpTable<char> may(graph, 0);
  OpTable<OpKey> kernel(graph, 0);
  for (const OpRecord& op : graph.ops) {
    kernel.set(op.id, op.kernel);
    if (isScalarConstant(op)) may.set(op.id, 1);
    if (folding == Folding::all && handsOn(op) && !namedByUser(op)) may.set(op.id, 2);
  }
  for (const OpKey result : graph.results) may.set(result, 0);
  for (const OpRecord& op : graph.ops)
    for (const OperandRecord& operand : op.operands)
      if (may.of(operand.op) == 1) folded.set(operand.op, 1);
  if (folding == Folding::constants) return folded;
  OpTable<Use> uses(graph, {});
  for (const Link& link : links) {
    if (may.of(link.to) == 2) {
      Use use = uses.of(link.to);
      ++use.reads;
      uses.set(link.to, use);
    }
    if (may.of(link.from) == 2) {
      Use use = uses.of(link.from);
      ++use.readers;
      const OpKey own = kernel.of(link.from);
      use.ownKernel |= own != 0 && own != kernel.of(link.to);
      uses.set(link.from, use);
    }
  }
  for (const OpRecord& op : graph.ops) {
    const Use& use = uses.of(op.id);
    if (use.reads == 1 && use.readers > 0 && use.readers <= mostReaders && !use.ownKernel)
      folded.set(op.id, 1);
  }
  return folded;
}

std::string chipText(const std::vector<const OpRecord*>& chain, const OpRecord* source) {
  if (chain.empty()) return {};
  const bool constant = isScalarConstant(*chain.back());
  std::string text;
  if (constant)
    text = numberText(*chain.back());
  else if (source && source->name.size() <= longestSource)
    text = source->name;
  std::vector<std::string> glyphs;
  for (const OpRecord* op : chain)
    if (!isScalarConstant(*op) && (glyphs.empty() || glyphs.back() != op->glyph))
      glyphs.push_back(op->glyph);
  if (glyphs.empty()) return text;
  if (!text.empty()) text += " ";
  std::reverse(glyphs.begin(), glyphs.end());  // as the values run
  for (std::size_t i = 0; i < std::min(glyphs.size(), mostGlyphs); ++i) text += glyphs[i];
  if (glyphs.size() > mostGlyphs) text += "…";
  const OpRecord* from = constant ? chain.back() : source;
  const std::string axes =
      from && chain.size() == (constant ? 2 : 1) && chain.front()->op == "broadcast"
          ? addedAxes(*chain.front(), *from)
          : std::string();
  return axes.empty() ? text : text + " " + axes;
}

}  // namespace ng::views
