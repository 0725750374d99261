// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/row_names.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/editing/syntax.h"
#include "engine/graph/names.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"

namespace ng::editing {
namespace {

std::string free_name(const std::vector<OpModel>& ops, const std::string& name) {
  for (int n = 2;; ++n) {
    const std::string tried = name + "_" + std::to_string(n);
    if (std::none_of(ops.begin(), ops.end(), [&](const OpModel& op) { return op.name == tried; }))
      return tried;
  }
}

}  // namespace

FreshNames::FreshNames(const DocumentModel& model) {
  for (const OpModel& op : model.ops) taken_.insert(op.name);
}

std::string FreshNames::take(const std::string& class_name) {
  std::string name = class_name;
  for (int& n = next_[class_name]; !taken_.insert(name).second; ++n)
    name = class_name + "_" + std::to_string(n);
  return name;
}

std::string shown_name(const OpModel& op) {
  return op.named ? unscoped_name(op.name) : op.op;
}

std::string automatic_name(const Rows& rows, const std::string& class_name) {
  return FreshNames(rows.model()).take(class_name);
}

std::string fresh_name(const Rows& rows, const OpModel& row) {
  const OpDef* def = find_op(row.op);
  if (!row.named) return automatic_name(rows, def ? std::string(def->class_name) : row.op);
  const auto& ops = rows.model().ops;
  const bool taken =
      std::any_of(ops.begin(), ops.end(), [&](const OpModel& op) { return op.name == row.name; });
  return taken ? free_name(ops, row.name) : row.name;
}

void name_row(Rows& rows, RowId id, const std::string& name, int column) {
  if (name.empty() || name.size() > 1000)
    refuse_at(column, "an op's name must have 1 to 1000 bytes");
  for (const OpModel& op : rows.model().ops) {
    if (op.name == name && op.id != id)
      refuse_at(column, "there is an op " + quote(name) + " already", {}, "an unused name");
  }
  OpModel row = *rows.find(id);
  row.name = name;
  row.named = true;
  rows.set_op(rows.index_of(id), std::move(row));
}

}  // namespace ng::editing
