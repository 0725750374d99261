// SPDX-License-Identifier: Apache-2.0
#include "app/drafts/function_rows.h"

#include "engine/editing/draft.h"
#include "engine/graph/op_def.h"

namespace ng::views {
namespace {

// A call that creates a scalar source; empty for functions of other ops.
QString sourceCall(const editing::Function& function) {
  if (!function.op->traits.is_source()) return {};
  QStringList arguments;
  for (const Parameter& each : function.parameters) {
    if (each.kind == ParameterKind::initial)
      arguments << QString::fromStdString(std::string(each.name)) + "=0";
    else if (each.required())
      arguments << (each.kind == ParameterKind::axes ? "[]" : "1");
  }
  return QString::fromStdString(std::string(function.name)) + "(" + arguments.join(", ") + ")";
}

}  // namespace

std::vector<FunctionRow> functionRows() {
  std::vector<FunctionRow> rows;
  for (const editing::Function& each : editing::function_table()) {
    FunctionRow row;
    row.name = QString::fromUtf8(each.name.data(), static_cast<qsizetype>(each.name.size()));
    row.className = QString::fromStdString(std::string(editing::class_of(each)));
    row.signature = QString::fromStdString(editing::signature(each));
    row.source = sourceCall(each);
    row.doc = QString::fromUtf8(each.doc().data(), static_cast<qsizetype>(each.doc().size()));
    row.glyph =
        QString::fromUtf8(each.op->glyph.data(), static_cast<qsizetype>(each.op->glyph.size()));
    row.family = each.op->family;
    for (const Parameter& parameter : each.parameters)
      if (parameter.kind == editing::Kind::operand && parameter.required())
        row.operands << QString::fromStdString(std::string(parameter.name));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace ng::views
