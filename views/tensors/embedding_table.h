// SPDX-License-Identifier: Apache-2.0
// Table of vectors, such as an embedding: one row per vector with norm, mean, range, and its
// elements as colours; sortable by each column.
#pragma once

#include <QWidget>
#include <vector>

#include "views/widgets/heat_maps/heat_scale.h"

namespace ng::views {

class ColumnModel;
class TableView;

class EmbeddingTable : public QWidget {
  Q_OBJECT

 public:
  explicit EmbeddingTable(QWidget* parent = nullptr);

  // The rows of `slice` are the vectors. Keeps order and selection if the op and the number of rows
  // are unchanged.
  void setSlice(const TensorSlice& slice, const TensorStatistics& statistics);
  TableView& table() { return *table_; }
  QString asText(QChar separator) const;

  QSize sizeHint() const override { return {400, 240}; }

 private:
  struct Row {
    double norm = 0, mean = 0, least = 0, most = 0;
  };
  QString cell(int row, double Row::* member) const;
  QImage strip(int row, QSize size) const;

  TensorRecordPtr tensor_;
  HeatCells cells_;
  HeatScale scale_;
  std::vector<Row> rows_;
  ColumnModel* model_;
  TableView* table_;
};

}  // namespace ng::views
