// SPDX-License-Identifier: Apache-2.0
// Carries out the command line step by step as the session gets ready.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/window/opening/opening_step.h"

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
  void followSession();
  void noteChange();
  bool settled(int milliseconds);
  void failed(const Diagnostic& diagnostic);
  void advance();  // as far as possible now
  void timeOut();
  void finish(int status, const QString& text = {});

  OpeningContext context_;
  std::vector<OpeningStep> steps_;
  std::size_t step_ = 0;
  bool begun_ = false, over_ = false;  // the step; all of them
  QTimer wake_;
  QElapsedTimer unchanged_;
};

}  // namespace ng::views
