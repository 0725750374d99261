// SPDX-License-Identifier: Apache-2.0
// Tree model of a compilation's passes: the graph as written, then each pass with its rules and the
// rewrites that were applied. Passes and rules can be disabled; graph passes can be dragged.
// Independent of widgets.
#pragma once

#include <QAbstractItemModel>
#include <map>

#include "engine/records/records.h"

namespace ng::views {

class PassList : public QAbstractItemModel {
  Q_OBJECT

 public:
  // Indices of the pass (-1: as written), of the rewrite and of the rule (-1: not a rewrite or
  // rule).
  enum Role { passRole = Qt::UserRole, rewriteRole, ruleRole };

  using QAbstractItemModel::QAbstractItemModel;
  void setCompilation(CompilationRecordPtr compilation);
  const CompilationRecordPtr& compilation() const { return compilation_; }
  int passCount() const;
  const PassRecord* pass(int index) const;                       // null if out of range
  const RewriteRecord* rewrite(const QModelIndex& index) const;  // null for passes and rules
  const RuleRecord* rule(const QModelIndex& index) const;        // null for passes and rewrites
  int fired(const QModelIndex& rule) const;               // number of applications of the rule
  QString rewriteText(const QModelIndex& rewrite) const;  // e.g. "add_3, one → add_5"
  QModelIndex indexOfPass(int pass) const;
  int rewriteCount(int pass) const;
  QModelIndex indexOfRewrite(int pass, int rewrite) const;
  // Texts shown in the rows of passes and rules, by name: the measured effect of disabling them.
  void setNotes(std::map<QString, QString> notes);
  QString note(const QModelIndex& index) const;

  // Number of ops after `pass`; -1: as written.
  int opCount(int pass) const;
  double slowest() const;  // maximum time of a pass, in microseconds
  // Next pass that changed something in direction `step` (1 or -1). Otherwise -1 ("input graph")
  // when stepping back, or `from`.
  int nextChanged(int from, int step) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex&) const override { return 1; }
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 signals:
  void enableWanted(const QString& name, bool enabled);  // a check box was clicked
  void refused(const QString& reason);                   // the pass cannot be disabled
  // Dragged; `to` is the index without the pass. Does not change the model.
  void moveWanted(int pass, int to);

 private:
  CompilationRecordPtr compilation_;
  std::map<QString, QString> notes_;
};

}  // namespace ng::views
