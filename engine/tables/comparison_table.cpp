// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/comparison_table.h"

#include <cmath>

namespace ng {

std::vector<OpDifference> changed_rows(const WhatIfRecord& record) {
  std::vector<OpDifference> rows;
  for (const OpDifference& each : record.ops)
    if (each.apart.real() > 0) rows.push_back(each);
  return rows;
}

const Columns<OpDifference>& comparison_columns() {
  using Row = OpDifference;
  static const Columns<Row> columns = {
      {{.key = "op", .title = "Op"}, [](const Row& r) -> Cell { return r.name; }},
      {{.key = "id", .title = "Id"}, [](const Row& r) -> Cell { return std::to_string(r.op); }},
      {{.key = "axes", .title = "Axes"}, [](const Row& r) -> Cell { return r.axes; }},
      {{.key = "array", .title = "Array", .optional = true},
       [](const Row& r) { return r.array.empty() ? Cell() : Cell(r.array); }},
      {{.key = "max_abs",
        .title = "Max abs",
        .kind = CellKind::figures,
        .doc = "The largest absolute difference of two elements"},
       [](const Row& r) -> Cell { return r.apart; }},
      {{.key = "relative",
        .title = "Relative",
        .kind = CellKind::figures,
        .doc = "The difference of the element that differs most, divided by its size and the "
               "largest size of an element"},
       [](const Row& r) -> Cell { return r.relative; }},
      {{.key = "ulps",
        .title = "ULP",
        .kind = CellKind::figures,
        .doc = "The largest distance of two elements in units of their dtype, the coarser of two"},
       [](const Row& r) -> Cell { return r.ulps; }},
      {{.key = "cosine",
        .title = "Cosine",
        .kind = CellKind::value,
        .doc = "Cosine of the angle between both values"},
       [](const Row& r) { return std::isnan(r.cosine) ? Cell() : Cell(r.cosine); }},
      {{.key = "place", .title = "Worst at", .doc = "The element that differs most"},
       [](const Row& r) { return r.apart == 0 ? Cell() : Cell(r.place); }},
      {{.key = "left", .title = "Left", .kind = CellKind::element},
       [](const Row& r) { return r.apart == 0 ? Cell() : Cell(r.left); }},
      {{.key = "right", .title = "Right", .kind = CellKind::element},
       [](const Row& r) { return r.apart == 0 ? Cell() : Cell(r.right); }},
      {{.key = "before", .title = "Before", .kind = CellKind::element, .doc = "Without the edits"},
       [](const Row& r) { return r.apart == 0 ? Cell() : Cell(r.right); }},
      {{.key = "after", .title = "After", .kind = CellKind::element, .doc = "With the edits"},
       [](const Row& r) { return r.apart == 0 ? Cell() : Cell(r.left); }},
      {{.key = "own",
        .title = "Own",
        .kind = CellKind::figures,
        .optional = true,
        .doc = "The relative difference with equal operands: what the op adds itself"},
       [](const Row& r) { return r.own ? Cell(*r.own) : Cell(); }},
      {{.key = "overflow",
        .title = "Overflow",
        .optional = true,
        .doc = "The dtype in which finite elements become infinite at this op"},
       [](const Row& r) { return r.overflow ? Cell(std::string(name(*r.overflow))) : Cell(); }},
      {{.key = "agrees",
        .title = "Agrees",
        .doc = "Whether all elements agree within the tolerance and the op's own rounding"},
       [](const Row& r) -> Cell { return r.agrees; },
       [](const Row& r) { return std::string(r.agrees ? "yes" : "no"); }},
  };
  return columns;
}

const Columns<ElementDifference>& element_columns() {
  using Row = ElementDifference;
  static const Columns<Row> columns = {
      {{.key = "place", .title = "Element"},
       [](const Row& r) -> Cell { return r.place.empty() ? std::to_string(r.element) : r.place; }},
      {{.key = "left", .title = "Left", .kind = CellKind::element},
       [](const Row& r) -> Cell { return r.left; }},
      {{.key = "right", .title = "Right", .kind = CellKind::element},
       [](const Row& r) -> Cell { return r.right; }},
      {{.key = "apart", .title = "Difference", .kind = CellKind::figures},
       [](const Row& r) -> Cell { return r.apart; }},
      {{.key = "relative",
        .title = "Relative",
        .kind = CellKind::figures,
        .doc = "The difference, divided by the size of the right element and the largest size"},
       [](const Row& r) -> Cell { return r.relative; }},
      {{.key = "ulps",
        .title = "ULP",
        .kind = CellKind::figures,
        .doc = "The distance of both in units of their dtype, the coarser of two"},
       [](const Row& r) -> Cell { return r.ulps; }},
      {{.key = "agrees", .title = "Agrees"},
       [](const Row& r) -> Cell { return r.agrees; },
       [](const Row& r) { return std::string(r.agrees ? "yes" : "no"); }},
  };
  return columns;
}

}  // namespace ng
