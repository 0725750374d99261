// SPDX-License-Identifier: Apache-2.0
// The tables of the axes view: all axes of a graph, and what each op does with one of them.
#pragma once

#include <memory>
#include <unordered_map>

#include "engine/session/axis_facts.h"
#include "views/widgets/column_model.h"

namespace ng::views {

// An axis in the words of its row and of the header. Axes of large graphs have a hundred thousand
// uses, so these are made with the model and not when they are painted.
struct AxisWords {
  int shared = 0;  // ops that have the axis
  QString made, reduced, regrouped, spread, strides;
  QString deeds;  // "shared by 12 ops · made by 1"
};

// The axes of one graph. Never changed once made.
struct AxisModel {
  GraphRecordPtr graph;
  std::vector<AxisFacts> axes;
  std::vector<AxisWords> words;  // of each axis
  std::unordered_map<OpKey, const OpRecord*> ops;

  static std::shared_ptr<const AxisModel> of(GraphRecordPtr graph,
                                             const CompilationRecord* compilation);
  QString opName(OpKey op) const;
  int row(const QString& meant) const;                   // "H" or "H 28"; -1: there is none
  // How a row is called in the selection: by its name alone where that says which is meant.
  QString key(int row) const;

 private:
  AxisWords wordsOf(const AxisFacts& facts) const;
};
using AxisModelPtr = std::shared_ptr<const AxisModel>;

class AxisTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit AxisTable(QObject* parent = nullptr);
  // Axes that `op` has nothing to do with are dim; 0: none is.
  void setModel(AxisModelPtr model, OpKey op = 0);

 private:
  std::vector<TableColumn> columns();
  const AxisFacts& at(int row) const { return model_->axes[static_cast<std::size_t>(row)]; }
  const AxisWords& words(int row) const { return model_->words[static_cast<std::size_t>(row)]; }

  AxisModelPtr model_;
};

class AxisUseTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit AxisUseTable(QObject* parent = nullptr);
  void setAxis(AxisModelPtr model, int row);  // -1: no rows
  const AxisDoing& use(int row) const;
  int rowOf(OpKey op) const;  // -1: it has nothing to do with the axis

 private:
  std::vector<TableColumn> columns();

  AxisModelPtr model_;
  int axis_ = -1;
};

// "splits into A 4 · B 7".
QString deedText(const AxisDoing& use);

}  // namespace ng::views
