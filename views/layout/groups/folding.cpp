// SPDX-License-Identifier: Apache-2.0
#include "views/layout/groups/folding.h"

#include <algorithm>

#include "engine/analysis/axis_facts.h"
#include "engine/base/number.h"
#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"

namespace ng::views {
namespace {

constexpr int mostReaders = 3;  // with more readers the fan-out is clearer from a card
constexpr std::size_t mostGlyphs = 2, longestSource = 3, longestState = 10, mostAxes = 2;
enum May : char { mayNot, mayAsConstant, mayAsHandingOn, mayAsState };

bool isScalarConstant(const OpRecord& op) {
  return op.traits.kind == OpKind::constant && op.results.size() == 1 && op.results[0].axes.empty();
}

bool namedByUser(const OpRecord& op) {
  return op.name != op.op && op.name.rfind(op.op + "_", 0) != 0;
}

// `imported`: the names come from a model's file.
May mayFold(const OpRecord& op, Folding folding, bool imported) {
  if (isScalarConstant(op)) return mayAsConstant;
  if (folding != Folding::all) return mayNot;
  if (handsOn(op) && !namedByUser(op)) return mayAsHandingOn;
  const bool state = op.traits.is_state() ||
                     (op.traits.kind == OpKind::constant && (imported || !namedByUser(op)));
  return state && op.results.size() == 1 ? mayAsState : mayNot;
}

// The facts about an op that decide whether it folds.
struct Facts {
  OpId kernel = 0;
  May may = mayNot;
  bool writes = false;
};

// Uses of an op's result, and of its only operand.
struct Use {
  int reads = 0, readers = 0;
  OpId reader = 0;         // the last of them
  bool ownKernel = false;  // a reader is in another kernel
  bool written = false;

  bool folds(May may) const {
    if (ownKernel || readers == 0) return false;
    return may == mayAsState ? readers == 1 && !written : reads == 1 && readers <= mostReaders;
  }
};

// A value with four digits.
std::string numberText(const OpRecord& constant) {
  for (const auto& [name, value] : constant.attributes) {
    if (name != "value") continue;
    const auto parsed = ng::number_from(value);
    return parsed ? to_string(ng::Number(parsed->real()), 4) : value.substr(0, 8);
  }
  return constant.glyph;
}

const std::vector<AxisRecord>* axesOf(const OpRecord& op) {
  return op.results.empty() ? nullptr : &op.results.front().axes;
}

// "N", "N·H", "4": the axes that `wide` has and `narrow` does not.
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

// Cut to the room of a chip.
std::string stateText(const std::string& name) {
  std::size_t end = std::min(name.size(), longestState);
  while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return end == name.size() ? name : name.substr(0, end) + "…";
}

// "W" for "layer1/W" and "layer1.W", "# N·H" for a constant with axes.
std::string stateText(const OpRecord& op, bool whole) {
  if (op.traits.kind == OpKind::constant) {
    OpRecord scalar;
    scalar.results.emplace_back();
    const std::string axes = addedAxes(op, scalar);
    return axes.empty() ? op.glyph : op.glyph + " " + axes;
  }
  const std::string name = op.name.substr(op.name.rfind('/') + 1);
  if (whole) return name;
  const std::size_t dot = name.find_last_of('.');
  return stateText(dot == name.npos || dot + 1 == name.size() ? name : name.substr(dot + 1));
}

}  // namespace

bool handsOn(const OpRecord& op) {
  return op.traits.view == ViewKind::relabel || op.traits.view == ViewKind::by_name;
}

bool foldsAsSource(const OpRecord& op) {
  return op.traits.kind == OpKind::constant || op.traits.is_state();
}

// Records are scattered in memory: reads each once and collects the relevant facts.
OpTable<char> foldedOps(const GraphRecord& graph, const std::vector<Link>& links, Folding folding) {
  OpTable<char> folded(graph, 0);
  if (folding == Folding::nothing) return folded;
  OpTable<Facts> facts(graph, {});
  OpTable<char> isResult(graph, 0);
  for (const OpId result : graph.results) isResult.set(result, 1);
  std::vector<OpId> handingOn, state;
  const bool imported = std::any_of(graph.ops.begin(), graph.ops.end(),
                                    [](const OpRecord& op) { return model_node(op).has_value(); });
  for (const OpRecord& op : graph.ops) {  // operands precede their readers
    const May may = isResult.of(op.id) ? mayNot : mayFold(op, folding, imported);
    facts.set(op.id, {op.kernel, may, op.family == Family::effect});
    if (may == mayAsHandingOn) handingOn.push_back(op.id);
    if (may == mayAsState) state.push_back(op.id);
    for (const OperandRecord& operand : op.operands)
      if (facts.of(operand.op).may == mayAsConstant) folded.set(operand.op, 1);
  }
  if (folding == Folding::constants) return folded;
  OpTable<Use> uses(graph, {});
  for (const Link& link : links) {
    const Facts &from = facts.of(link.from), &to = facts.of(link.to);
    if (to.may == mayAsHandingOn) {
      Use use = uses.of(link.to);
      ++use.reads;
      uses.set(link.to, use);
    }
    if (from.may >= mayAsHandingOn) {
      Use use = uses.of(link.from);
      ++use.readers;
      use.reader = link.to;
      use.ownKernel |= from.kernel != 0 && from.kernel != to.kernel;
      use.written |= to.writes;
      uses.set(link.from, use);
    }
  }
  for (const OpId op : handingOn)
    if (uses.of(op).folds(mayAsHandingOn)) folded.set(op, 1);
  for (const OpId op : state) {
    if (!uses.of(op).folds(mayAsState)) continue;
    OpId reader = uses.of(op).reader;  // the op that would get the chip
    while (folded.of(reader) && uses.of(reader).readers == 1) reader = uses.of(reader).reader;
    if (!folded.of(reader)) folded.set(op, 1);
  }
  return folded;
}

std::string chipText(const std::vector<const OpRecord*>& chain, const OpRecord* source,
                     bool whole) {
  if (chain.empty()) return {};
  const bool sourced = foldsAsSource(*chain.back());
  std::string text;
  if (sourced)
    text = isScalarConstant(*chain.back()) ? numberText(*chain.back())
                                           : stateText(*chain.back(), whole);
  else if (source && (whole || source->name.size() <= longestSource))
    text = source->name;
  std::vector<std::string> glyphs;
  for (const OpRecord* op : chain)
    if (!foldsAsSource(*op) && (glyphs.empty() || glyphs.back() != op->glyph))
      glyphs.push_back(op->glyph);
  if (glyphs.empty()) return text;
  if (!text.empty()) text += " ";
  std::reverse(glyphs.begin(), glyphs.end());  // in the order of data flow
  const std::size_t shown = whole ? glyphs.size() : std::min(glyphs.size(), mostGlyphs);
  for (std::size_t i = 0; i < shown; ++i) text += glyphs[i];
  if (glyphs.size() > shown) text += "…";
  const OpRecord* from = sourced ? chain.back() : source;
  const std::string axes =
      from && chain.size() == (sourced ? 2 : 1) && chain.front()->traits.view == ViewKind::by_name
          ? addedAxes(*chain.front(), *from)
          : std::string();
  return axes.empty() ? text : text + " " + axes;
}

}  // namespace ng::views
