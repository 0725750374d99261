// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/difference_table.h"

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
      {{.key = "ratio", .title = "B / A", .kind = CellKind::figures},
       [](const Row& r) { return r.ratio ? Cell(*r.ratio) : Cell(); }},
  };
  return columns;
}

}  // namespace ng
