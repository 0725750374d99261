// SPDX-License-Identifier: Apache-2.0
// Carries out the command line step by step as the session gets ready: open, compile, run to an
// iteration, select, raise a view, take the picture.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/window/main_window.h"
#include "app/window/options.h"

namespace ng::views {

class Opening : public QObject {
  Q_OBJECT

 public:
  Opening(MainWindow& window, Options options);
  void start();

 signals:
  // All steps are done. With a screenshot the program exits with this status: 0, 2 (no such pass,
  // op …), 3 (file cannot be opened or compiled), 4 (run failed or picture not written). `text` is
  // the reason of a status other than 0.
  void done(int status, const QString& text);

 private:
  void failed(const Diagnostic& diagnostic);
  bool isScript() const;
  bool awaitsValue();
  void step();      // performs the next step if it is possible now
  bool script();    // shown and, with --run, finished; false: not yet
  bool opened();    // the document is open and compiled
  void overlay();   // begins to read it
  bool edit();      // false: edits are being compiled, or done() was emitted
  bool choose();    // computation and passes; false: compiling, or done() was emitted
  bool advance();   // the run; false: not there yet
  bool predict();   // the times on a cluster; false: not there yet
  bool select();    // false: nothing of that name; done() was emitted
  bool arranged();  // graph options; false: layout in progress, or done() was emitted
  void arrangeBeforeCompiling();
  bool arrange(ViewBase* view, const QJsonObject& options);
  bool selectOther(const QString& what);
  bool link();  // drags a link between two cards; false: no such card, done() was emitted
  void shoot();
  bool exportGraph(QString& why);
  void finish(int status, const QString& text = {});

  MainWindow& window_;
  Session& session_;
  Options options_;
  QTimer tick_;
  QString unmet_;               // a command-line option that could not be applied
  QString failure_;             // of the run; the picture is still taken
  bool opensDocument_ = false;  // not a script, checkpoint or trace
  int quietTicks_ = 0, editedTicks_ = 0, valueTicks_ = 0;
  bool begun_ = false, overlaid_ = false, edited_ = false, chosen_ = false, started_ = false,
       predicting_ = false, selected_ = false;
  bool linked_ = false, arrangedFirst_ = false, arranged_ = false, over_ = false;
};

}  // namespace ng::views
