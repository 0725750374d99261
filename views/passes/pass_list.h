// SPDX-License-Identifier: Apache-2.0
// The passes of a compilation as a tree model: the graph as written, then each pass with its rules,
// which can be switched off like itself, and the rewrites that fired in it. Graph passes can be
// dragged to another place. Holds the record; knows nothing of widgets.
#pragma once

#include <QAbstractItemModel>
#include <map>

#include "engine/session/record.h"

namespace ng::views {

class PassList : public QAbstractItemModel {
  Q_OBJECT

 public:
  // Index of the pass (-1: as written), of the rewrite and of the rule (-1: it is none).
  enum Role { passRole = Qt::UserRole, rewriteRole, ruleRole };

  using QAbstractItemModel::QAbstractItemModel;
  void setCompilation(CompilationRecordPtr compilation);
  const CompilationRecordPtr& compilation() const { return compilation_; }
  int passCount() const;
  const PassRecord* pass(int index) const;                       // null for -1 and beyond
  const RewriteRecord* rewrite(const QModelIndex& index) const;  // null for a pass
  const RuleRecord* rule(const QModelIndex& index) const;        // the same
  int fired(const QModelIndex& rule) const;                      // how often
  QString rewriteText(const QModelIndex& rewrite) const;         // "add_3, one → add_5"
  QModelIndex indexOfPass(int pass) const;
  int rewriteCount(int pass) const;
  QModelIndex indexOfRewrite(int pass, int rewrite) const;
  // What a pass or rule is worth, by its name: shown in its row.
  void setNotes(std::map<QString, QString> notes);
  QString note(const QModelIndex& index) const;

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
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 signals:
  void enableWanted(const QString& name, bool enabled);  // a pass's or rule's box was clicked
  void refused(const QString& reason);                   // it cannot be switched off
  void moveWanted(int pass, int to);  // dragged; `to` counts without it. The model stays as it is

 private:
  CompilationRecordPtr compilation_;
  std::map<QString, QString> notes_;
};

}  // namespace ng::views
