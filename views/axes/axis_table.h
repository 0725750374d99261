// SPDX-License-Identifier: Apache-2.0
// Table models of the axes view: all axes of a graph, and the uses of one axis.
#pragma once

#include <memory>
#include <unordered_map>

#include "engine/records/records.h"
#include "engine/tables/axis_table.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

// The axes of one graph. Immutable after construction.
struct AxisModel {
  GraphRecordPtr graph;
  std::vector<AxisFacts> axes;
  std::vector<AxisRow> rows;  // parallel to axes
  std::unordered_map<OpId, const OpRecord*> ops;

  static std::shared_ptr<const AxisModel> of(GraphRecordPtr graph,
                                             const CompilationRecord* compilation);
  QString opName(OpId op) const;
  int row(const QString& meant) const;  // accepts "H" or "H 28"; -1: not found
  // Key of a row in the selection: the axis name if unique, otherwise the name and length.
  QString key(int row) const;
  QString effectsText(int row) const;  // "shared by 12 ops · made by 1"
};
using AxisModelPtr = std::shared_ptr<const AxisModel>;

class AxisTable : public RecordTable<AxisRow> {
 public:
  explicit AxisTable(QObject* parent = nullptr);
  // Rows of axes that `op` does not use are dimmed; 0 dims none.
  void setModel(AxisModelPtr model, OpId op = 0);

 private:
  AxisModelPtr model_;
};

class AxisUseTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit AxisUseTable(QObject* parent = nullptr);
  void setAxis(AxisModelPtr model, int row);  // -1: no rows
  const AxisDoing& use(int row) const;
  int rowOf(OpId op) const;  // -1: the op does not use the axis

 private:
  std::vector<TableColumn> columns();

  AxisModelPtr model_;
  int axis_ = -1;
};

// Text of a use, e.g. "splits into A 4 · B 7".
QString effectText(const AxisDoing& use);

}  // namespace ng::views
