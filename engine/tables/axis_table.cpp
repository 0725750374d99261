// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/axis_table.h"

#include <initializer_list>

#include "engine/graph/axis_name.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

using Row = AxisRow;

// The first names of the ops of some uses: "X, Y_hat, 12 more".
class FirstNames {
 public:
  explicit FirstNames(const GraphRecord& graph) : graph_(graph) {}

  void add(OpId id) {
    if (++count_ > most) return;
    const OpRecord* op = graph_.find(id);
    text_ += (count_ > 1 ? ", " : "") + (op ? op->name : std::string("?"));
  }
  std::string text() const {
    return count_ > most ? text_ + ", " + std::to_string(count_ - most) + " more" : text_;
  }

 private:
  static constexpr std::size_t most = 6;

  const GraphRecord& graph_;
  std::size_t count_ = 0;
  std::string text_;
};

// Effect by effect, in the order given.
std::string names(const AxisFacts& facts, const GraphRecord& graph,
                  std::initializer_list<AxisEffect> effects) {
  FirstNames first(graph);
  for (const AxisEffect effect : effects)
    for (const OpId op : facts.doing(effect)) first.add(op);
  return first.text();
}

std::string sharing(const AxisFacts& facts, const GraphRecord& graph) {
  FirstNames first(graph);
  for (const AxisDoing& use : facts.uses)
    if (use.position) first.add(use.op);
  return first.text();
}

}  // namespace

std::vector<AxisRow> axis_rows(const std::vector<AxisFacts>& axes, const GraphRecord& graph) {
  using enum AxisEffect;
  std::vector<AxisRow> rows;
  for (const AxisFacts& facts : axes)
    rows.push_back({&facts, facts.shared(), sharing(facts, graph), names(facts, graph, {makes}),
                    names(facts, graph, {reduces}),
                    names(facts, graph, {splits, joins, renames, resizes, picks, loops}),
                    names(facts, graph, {spreads})});
  return rows;
}

const Columns<AxisRow>& axis_columns() {
  static const Columns<AxisRow> columns = {
      {{.key = "name", .title = "Axis"},
       [](const Row& r) -> Cell { return r.facts->axis.name; },
       [](const Row& r) { return shown_axis_name(r.facts->axis.name); }},
      {{.key = "length", .title = "Length", .kind = CellKind::integer},
       [](const Row& r) {
         const auto& length = r.facts->axis.length;
         return length ? Cell(*length) : Cell();
       },
       [](const Row& r) -> std::string { return r.facts->axis.length ? "" : "?"; }},
      {{.key = "role", .title = "Role"},
       [](const Row& r) -> Cell {
         const auto& role = r.facts->axis.role;
         return role ? std::string(name(*role)) : std::string();
       }},
      {{.key = "dual_level", .title = "Dual", .kind = CellKind::integer},
       [](const Row& r) {
         const int level = r.facts->axis.dual_level;
         return level ? Cell(std::int64_t{level}) : Cell();
       }},
      {{.key = "op_count", .title = "Ops", .kind = CellKind::integer},
       [](const Row& r) -> Cell { return r.shared; }},
      {{.key = "where", .title = "Where"}, [](const Row& r) -> Cell { return r.where; }},
      {{.key = "made_by", .title = "Made by"}, [](const Row& r) -> Cell { return r.made; }},
      {{.key = "reduced_by", .title = "Reduced by"},
       [](const Row& r) -> Cell { return r.reduced; }},
      {{.key = "reshaped_by", .title = "Reshaped by"},
       [](const Row& r) -> Cell { return r.reshaped; }},
      {{.key = "broadcast_by", .title = "Broadcast by"},
       [](const Row& r) -> Cell { return r.spread; }},
      {{.key = "strides", .title = "Strides (elements)"},
       [](const Row& r) -> Cell { return r.facts->strides(); }},
  };
  return columns;
}

}  // namespace ng
