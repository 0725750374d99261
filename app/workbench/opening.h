// SPDX-License-Identifier: Apache-2.0
// What the command line asked for, done step by step as the session gets there: open, compile, run
// to an iteration, select, raise a view, take the picture.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/workbench/main_window.h"
#include "app/workbench/options.h"

namespace ng::views {

class Opening : public QObject {
  Q_OBJECT

 public:
  Opening(MainWindow& window, Options options);
  void start();

 signals:
  // Everything is done; with a screenshot the program ends with this status: 0, 2 (no such pass,
  // op …), 3 (the file cannot be opened or compiled), 4 (the run failed or the picture was not
  // written). `text` says why it is not 0.
  void done(int status, const QString& text);

 private:
  void failed(const Diagnostic& diagnostic);
  bool isScript() const;
  bool awaitsValue();
  void step();      // whatever comes next, if it can be done now
  bool script();    // shown, and with --run run to its end; false: not there yet
  bool opened();    // the document is open and compiled
  bool edit();      // false: what was edited is being compiled, or done() was emitted
  bool choose();    // computation and transformer; false: something is being compiled
  bool advance();   // the run; false: not there yet
  bool select();    // false: there is no such thing, done() was emitted
  bool arranged();  // the graph, as it was asked for; false: it is being laid out, or done()
  void arrangeBeforeCompiling();
  bool arrange(QWidget* view, const QJsonObject& options);
  bool selectOther(const QString& what);
  bool link();  // the two cards, by the mouse; false: there is no such card, done() was emitted
  void shoot();
  bool exportGraph(QString& why);
  void finish(int status, const QString& text = {});

  MainWindow& window_;
  Session& session_;
  Options options_;
  QTimer tick_;
  QString unmet_;  // a wish of a user's that the window opened without
  QString failure_;  // of the run; the picture is taken all the same
  int quietTicks_ = 0, editedTicks_ = 0, valueTicks_ = 0;
  bool begun_ = false, edited_ = false, chosen_ = false, started_ = false, selected_ = false;
  bool linked_ = false, arrangedFirst_ = false, arranged_ = false, over_ = false;
};

}  // namespace ng::views
