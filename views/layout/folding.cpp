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
constexpr std::size_t mostGlyphs = 2, longestSource = 3, longestState = 10, mostAxes = 2;
enum May : char { mayNot, mayAsConstant, mayAsHandingOn, mayAsState };

bool isScalarConstant(const OpRecord& op) {
  return op.op == "constant" && op.results.size() == 1 && op.results[0].axes.empty();
}

bool namedByUser(const OpRecord& op) {
  return op.name != op.op && op.name.rfind(op.op + "_", 0) != 0;
}

May mayFold(const OpRecord& op, Folding folding) {
  if (isScalarConstant(op)) return mayAsConstant;
  if (folding != Folding::all) return mayNot;
  if (handsOn(op) && !namedByUser(op)) return mayAsHandingOn;
  const bool state = op.op == "variable" || (op.op == "constant" && !namedByUser(op));
  return state && op.results.size() == 1 ? mayAsState : mayNot;
}

// Of its one operand, and of what reads it.
struct Use {
  int reads = 0, readers = 0;
  OpKey reader = 0;        // the last of them
  bool ownKernel = false;  // some reader is in another
  bool written = false;

  bool folds(May may) const {
    if (ownKernel || readers == 0) return false;
    return may == mayAsState ? readers == 1 && !written : reads == 1 && readers <= mostReaders;
  }
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

// "W" of "layer1/W", "# N·H" of a constant with axes.
std::string stateText(const OpRecord& op) {
  if (op.op == "constant") {
    OpRecord scalar;
    scalar.results.emplace_back();
    const std::string axes = addedAxes(op, scalar);
    return axes.empty() ? op.glyph : op.glyph + " " + axes;
  }
  const std::string name = op.name.substr(op.name.rfind('/') + 1);
  std::size_t end = std::min(name.size(), longestState);
  while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return end == name.size() ? name : name.substr(0, end) + "…";
}

}  // namespace

bool handsOn(const OpRecord& op) {
  static constexpr std::array names{"broadcast", "axes_with_order", "cast_axes", "expand_dims",
                                    "transpose", "cast_role",       "map_roles", "flatten",
                                    "unflatten", "contiguous"};
  return std::find(names.begin(), names.end(), op.op) != names.end();
}

bool foldsAsSource(const OpRecord& op) {
  return op.op == "constant" || op.op == "variable";
}

OpTable<char> foldedOps(const GraphRecord& graph, const std::vector<Link>& links, Folding folding) {
  OpTable<char> folded(graph, 0);
  if (folding == Folding::nothing) return folded;
  OpTable<May> may(graph, mayNot);
  OpTable<OpKey> kernel(graph, 0);
  for (const OpRecord& op : graph.ops) {
    kernel.set(op.id, op.kernel);
    may.set(op.id, mayFold(op, folding));
  }
  for (const OpKey result : graph.results) may.set(result, mayNot);
  for (const OpRecord& op : graph.ops)
    for (const OperandRecord& operand : op.operands)
      if (may.of(operand.op) == mayAsConstant) folded.set(operand.op, 1);
  if (folding == Folding::constants) return folded;
  OpTable<Use> uses(graph, {});
  OpTable<char> writes(graph, 0);
  for (const OpRecord& op : graph.ops) writes.set(op.id, op.family == Family::effect);
  for (const Link& link : links) {
    if (may.of(link.to) == mayAsHandingOn) {
      Use use = uses.of(link.to);
      ++use.reads;
      uses.set(link.to, use);
    }
    if (may.of(link.from) >= mayAsHandingOn) {
      Use use = uses.of(link.from);
      ++use.readers;
      const OpKey own = kernel.of(link.from);
      use.reader = link.to;
      use.ownKernel |= own != 0 && own != kernel.of(link.to);
      use.written |= writes.of(link.to) != 0;
      uses.set(link.from, use);
    }
  }
  for (const OpRecord& op : graph.ops) {
    const May kind = may.of(op.id);
    if (kind == mayAsHandingOn && uses.of(op.id).folds(kind)) folded.set(op.id, 1);
  }
  for (const OpRecord& op : graph.ops) {
    if (may.of(op.id) != mayAsState || !uses.of(op.id).folds(mayAsState)) continue;
    OpKey reader = uses.of(op.id).reader;  // on whose chip it would be
    while (folded.of(reader) && uses.of(reader).readers == 1) reader = uses.of(reader).reader;
    if (!folded.of(reader)) folded.set(op.id, 1);
  }
  return folded;
}

std::string chipText(const std::vector<const OpRecord*>& chain, const OpRecord* source) {
  if (chain.empty()) return {};
  const bool sourced = foldsAsSource(*chain.back());
  std::string text;
  if (sourced)
    text = isScalarConstant(*chain.back()) ? numberText(*chain.back()) : stateText(*chain.back());
  else if (source && source->name.size() <= longestSource)
    text = source->name;
  std::vector<std::string> glyphs;
  for (const OpRecord* op : chain)
    if (!foldsAsSource(*op) && (glyphs.empty() || glyphs.back() != op->glyph))
      glyphs.push_back(op->glyph);
  if (glyphs.empty()) return text;
  if (!text.empty()) text += " ";
  std::reverse(glyphs.begin(), glyphs.end());  // as the values run
  for (std::size_t i = 0; i < std::min(glyphs.size(), mostGlyphs); ++i) text += glyphs[i];
  if (glyphs.size() > mostGlyphs) text += "…";
  const OpRecord* from = sourced ? chain.back() : source;
  const std::string axes =
      from && chain.size() == (sourced ? 2 : 1) && chain.front()->op == "broadcast"
          ? addedAxes(*chain.front(), *from)
          : std::string();
  return axes.empty() ? text : text + " " + axes;
}

}  // namespace ng::views
