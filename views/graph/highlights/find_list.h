// SPDX-License-Identifier: Apache-2.0
// The matches of the graph's search as a list below its field: name, op, axes, in graph order. A
// line above the list says why a search has no matches or cannot be parsed.
#pragma once

#include <QFrame>
#include <memory>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

class QLabel;

namespace ng::views {

class ColumnModel;
class TableView;

class FindList : public QFrame {
  Q_OBJECT

 public:
  explicit FindList(QWidget* pane);

  // Shows these ops of `graph`; an empty list with an empty note hides the widget.
  void setMatches(GraphRecordPtr graph, std::vector<OpId> ops, const QString& note, bool error);
  void setCurrent(int match);           // -1: none
  void placeBelow(const QRect& field);  // in the pane
  QStringList names() const;
  QString note() const;

 signals:
  void chosen(int match);

 private:
  const OpRecord& at(int row) const;
  void fitHeight();

  GraphRecordPtr graph_;
  std::vector<OpId> ops_;
  ColumnModel* model_;
  TableView* table_;
  QLabel* note_;
  QRect field_;
};

}  // namespace ng::views
