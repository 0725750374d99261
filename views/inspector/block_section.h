// SPDX-License-Identifier: Apache-2.0
// Table of a model's blocks with their costs and, after a run, their times. A click selects the ops
// of a block.
#pragma once

#include <QWidget>
#include <memory>

#include "engine/tables/block_table.h"
#include "views/core/workspace.h"

class QLabel;

namespace ng::views {

class TableView;
struct TableColumn;
template <class Row>
class RecordTable;

class BlockSection : public QWidget {
  Q_OBJECT

 public:
  // Blocks of `graph`, with the times of the shown compilation. They are found in a job; the widget
  // is hidden until they are known, and remains hidden if there are fewer than two.
  BlockSection(Workspace& workspace, const GraphRecordPtr& graph, QWidget* parent = nullptr);

  const std::vector<BlockRow>& rows() const;  // as shown: blocks, each followed by its parts

 private:
  void find();
  void take(std::shared_ptr<const std::vector<BlockRow>> blocks,
            const std::vector<BlockRow>& timed);
  void show(const std::vector<BlockRow>& blocks);
  std::vector<TableColumn> columns(bool measured) const;
  void select(int row);

  Workspace& workspace_;
  const GraphRecordPtr graph_;
  std::shared_ptr<const std::vector<BlockRow>> blocks_;  // without times; null: not found yet
  JobId job_ = 0;
  bool stale_ = false;  // there are new times since the job began
  RecordTable<BlockRow>* model_;
  TableView* table_;
  QLabel* count_;
};

}  // namespace ng::views
