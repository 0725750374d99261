// SPDX-License-Identifier: Apache-2.0
// Breakpoints and watches, each with a line to add one, and the current position of the run with
// summaries of the op's value and inputs.
#pragma once

#include <QWidget>

#include "engine/tables/debug_table.h"
#include "views/core/workspace.h"
#include "views/widgets/tables/record_table.h"

class QLabel;
class QLineEdit;

namespace ng::views {

class TableView;

class BreakpointsPage : public QWidget {
  Q_OBJECT

 public:
  explicit BreakpointsPage(Workspace& workspace, QWidget* parent = nullptr);

  // E.g. "unit: has_nan". Without an op the condition applies to the selected op; without a
  // condition the breakpoint always stops. False: the entry was refused and refusal() says why.
  bool addBreakpoint(const QString& text);
  bool addWatch(const QString& text);

  TableView& breakpoints() { return *breakpoints_; }
  TableView& watches() { return *watches_; }
  TableView& values() { return *values_; }
  QString refusal() const;
  QString stopText() const;

 private:
  struct Entry {
    OpId op = 0;
    std::string expression;
  };
  struct Changed {
    OpId op = 0;
    QString head;  // the part of the edit line that names it: "norm0/mean: "
  };
  OpId takeOp(QString& text) const;
  std::optional<Entry> read(const QString& text, const std::string& otherwise);
  void makeBreakpointTable();
  void makeWatchTable();
  void makeValueTable();
  void makeLines();
  void makeContent();
  QWidget* makeList(const QString& title, TableView* table, QLineEdit* line);
  void follow();
  void change(const BreakpointRecord& breakpoint);
  void go(OpId op);
  void remove();
  void refuse(const QString& why);

  Workspace& workspace_;
  std::vector<BreakpointRecord> shownBreakpoints_;
  std::vector<WatchRecord> shownWatches_;
  QStringList breakpointNames_, watchNames_;
  ColumnModel *breakpointModel_, *watchModel_;
  RecordTable<OpHealth>* valueRows_;
  Changed changed_;  // the breakpoint last put into the edit line
  TableView *breakpoints_, *watches_, *values_;
  QLineEdit *breakpointLine_, *watchLine_;
  QLabel *refusal_, *stop_;
};

}  // namespace ng::views
