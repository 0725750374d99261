// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/difference_table.h"

#include <cmath>

namespace ng {
namespace {

using Row = Change;

std::string mark_of(const Row& change) {
  return change.kind == ChangeKind::added ? "+" : change.kind == ChangeKind::removed ? "−" : "~";
}

// Columns of texts can be elided: the tip says which row it is.
std::string marked_name(const Row& change) {
  return mark_of(change) + " " + change.name;
}

}  // namespace

const Columns<Change>& difference_columns() {
  static const Columns<Change> columns = {
      {{.key = "kind", .title = "Kind"},
       [](const Row& r) -> Cell { return std::string(name(r.kind)); },
       mark_of,
       marked_name},
      {{.key = "of", .title = "Of"},
       [](const Row& r) -> Cell { return std::string(name(r.of)); },
       {},
       marked_name},
      {{.key = "name", .title = "Name"},
       [](const Row& r) -> Cell { return r.name; },
       {},
       marked_name},
      {{.key = "what", .title = "What"},
       [](const Row& r) -> Cell { return r.what; },
       {},
       marked_name},
      {{.key = "before", .title = "A"}, [](const Row& r) -> Cell { return r.before; }},
      {{.key = "after", .title = "B"}, [](const Row& r) -> Cell { return r.after; }},
      {{.key = "ratio", .title = "B / A", .kind = CellKind::figures, .optional = true},
       [](const Row& r) { return r.ratio ? Cell(*r.ratio) : Cell(); }},
      {{.key = "scope", .title = "Scope", .optional = true},
       [](const Row& r) -> Cell { return r.scope; },
       {},
       marked_name},
      {{.key = "order",
        .title = "Axes of A",
        .optional = true,
        .doc = "The axes of A in the order of B, if it is another one"},
       [](const Row& r) { return r.order.empty() ? Cell() : Cell(integers(r.order)); }},
      {{.key = "elements", .title = "Elements", .kind = CellKind::integer, .optional = true},
       [](const Row& r) { return r.elements ? Cell(r.elements->elements) : Cell(); }},
      {{.key = "differing",
        .title = "Differing",
        .kind = CellKind::integer,
        .optional = true,
        .doc = "Number of elements that differ"},
       [](const Row& r) { return r.elements ? Cell(r.elements->differing()) : Cell(); }},
      {{.key = "largest",
        .title = "Largest difference",
        .kind = CellKind::value,
        .optional = true,
        .doc = "The largest |B − A| of an element"},
       [](const Row& r) { return r.elements ? Cell(r.elements->most) : Cell(); }},
      {{.key = "largest_relative",
        .title = "Largest relative difference",
        .kind = CellKind::value,
        .optional = true,
        .doc = "The largest |B − A| / max(|A|, |B|) of an element"},
       [](const Row& r) { return r.elements ? Cell(r.elements->most_relative) : Cell(); }},
      {{.key = "norm_a", .title = "L2 norm of A", .kind = CellKind::value, .optional = true},
       [](const Row& r) { return r.elements ? Cell(r.elements->norm_before()) : Cell(); }},
      {{.key = "norm_b", .title = "L2 norm of B", .kind = CellKind::value, .optional = true},
       [](const Row& r) { return r.elements ? Cell(r.elements->norm_after()) : Cell(); }},
      {{.key = "norm_of_difference",
        .title = "L2 norm of B − A",
        .kind = CellKind::value,
        .optional = true},
       [](const Row& r) { return r.elements ? Cell(r.elements->norm_of_difference()) : Cell(); }},
      {{.key = "cosine",
        .title = "Cosine",
        .kind = CellKind::value,
        .optional = true,
        .doc = "Cosine of the angle between the elements of A and of B"},
       [](const Row& r) {
         const double cosine = r.elements ? r.elements->cosine() : NAN;
         return std::isnan(cosine) ? Cell() : Cell(cosine);
       }},
  };
  return columns;
}

const Columns<BlockDifference>& block_difference_columns() {
  using Block = BlockDifference;
  static const Columns<Block> columns = {
      {{.key = "block", .title = "Block"},
       [](const Block& r) -> Cell { return r.block; },
       [](const Block& r) { return r.block.empty() ? std::string("(no scope)") : std::string(); }},
      {{.key = "added", .title = "Added", .kind = CellKind::integer},
       [](const Block& r) -> Cell { return count_cell(r.added); }},
      {{.key = "removed", .title = "Removed", .kind = CellKind::integer},
       [](const Block& r) -> Cell { return count_cell(r.removed); }},
      {{.key = "changed", .title = "Changed", .kind = CellKind::integer},
       [](const Block& r) -> Cell { return count_cell(r.changed); }},
      {{.key = "weights", .title = "Tensors", .kind = CellKind::integer},
       [](const Block& r) -> Cell { return count_cell(r.weights); }},
      {{.key = "values", .title = "Values", .kind = CellKind::integer, .optional = true},
       [](const Block& r) { return r.values > 0 ? Cell(count_cell(r.values)) : Cell(); }},
      {{.key = "before", .title = "A", .unit = "µs", .kind = CellKind::measure, .optional = true},
       [](const Block& r) { return r.before ? Cell(*r.before) : Cell(); }},
      {{.key = "after", .title = "B", .unit = "µs", .kind = CellKind::measure, .optional = true},
       [](const Block& r) { return r.after ? Cell(*r.after) : Cell(); }},
      {{.key = "ratio", .title = "B / A", .kind = CellKind::figures, .optional = true},
       [](const Block& r) { return r.ratio() ? Cell(*r.ratio()) : Cell(); }},
  };
  return columns;
}

const Columns<OpTimes>& op_times_columns() {
  using Times = OpTimes;
  static const Columns<Times> columns = {
      {{.key = "name",
        .title = "Op",
        .doc = "The op with the most FLOP of those that the kernels compute"},
       [](const Times& r) -> Cell { return r.name; },
       [](const Times& r) { return r.op == 0 ? std::string("(no op)") : std::string(); }},
      {{.key = "scope", .title = "Scope", .optional = true},
       [](const Times& r) -> Cell { return r.scope; }},
      {{.key = "before", .title = "A", .unit = "µs", .kind = CellKind::measure, .doc = "Per call"},
       [](const Times& r) { return r.before ? Cell(*r.before) : Cell(); }},
      {{.key = "after", .title = "B", .unit = "µs", .kind = CellKind::measure, .doc = "Per call"},
       [](const Times& r) { return r.after ? Cell(*r.after) : Cell(); }},
      {{.key = "ratio", .title = "B / A", .kind = CellKind::figures},
       [](const Times& r) { return r.ratio() ? Cell(*r.ratio()) : Cell(); }},
      {{.key = "kernels_a", .title = "Kernels of A"},
       [](const Times& r) -> Cell { return r.before_kernels; }},
      {{.key = "kernels_b", .title = "Kernels of B"},
       [](const Times& r) -> Cell { return r.kernels; }},
  };
  return columns;
}

const Columns<Rename>& rename_columns() {
  static const Columns<Rename> columns = {
      {{.key = "of", .title = "Of"},
       [](const Rename& r) -> Cell { return std::string(name(r.of)); }},
      {{.key = "before", .title = "A"}, [](const Rename& r) -> Cell { return r.before; }},
      {{.key = "after", .title = "B"}, [](const Rename& r) -> Cell { return r.after; }},
  };
  return columns;
}

const Columns<ComparedFact>& fact_columns() {
  static const Columns<ComparedFact> columns = {
      {{.key = "what", .title = "Fact"}, [](const ComparedFact& r) -> Cell { return r.what; }},
      {{.key = "before", .title = "A"}, [](const ComparedFact& r) -> Cell { return r.before; }},
      {{.key = "after", .title = "B"}, [](const ComparedFact& r) -> Cell { return r.after; }},
  };
  return columns;
}

}  // namespace ng
