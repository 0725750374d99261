// SPDX-License-Identifier: Apache-2.0
// The passes of a compilation as a tree model: the graph as written, then each pass with the
// rewrites that fired in it. Holds the record; knows nothing of widgets.
#pragma once

#include <QAbstractItemModel>

#include "engine/session/record.h"

namespace ng::views {

class PassList : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role { passRole = Qt::UserRole, rewriteRole };  // index of the pass (-1: as written)

  using QAbstractItemModel::QAbstractItemModel;
  void setCompilation(CompilationRecordPtr compilation);
  const CompilationRecordPtr& compilation() const { return compilation_; }
  int passCount() const;
  const PassRecord* pass(int index) const;                       // null for -1 and beyond
  const RewriteRecord* rewrite(const QModelIndex& index) const;  // null for a pass
  QModelIndex indexOfPass(int pass) const;

  // Ops after pass `pass`; -1: as written.
  int opCount(int pass) const;
  double slowest() const;  // microseconds of the slowest pass
  // The next pass that changed something, in the direction of `step` (1 or -1); -1 for "as
  // written" when stepping back, `from` itself when there is none.
  int nextChanged(int from, int step) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex&) const override { return 1; }
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  void enableWanted(const QString& pass, bool enabled);  // a check box was clicked

 private:
  CompilationRecordPtr compilation_;
};

}  // namespace ng::views
