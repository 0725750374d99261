// SPDX-License-Identifier: Apache-2.0
// Registers compilations and runs as jobs, so that Stop finds them and the status line shows them,
// and enables the Stop command.
#pragma once

#include <QTimer>

#include "app/window/commands/actions.h"
#include "views/core/workspace.h"

namespace ng::views {

class RunningWork : public QObject {
  Q_OBJECT

 public:
  // The commands of the run must exist.
  RunningWork(Workspace& workspace, Actions& actions);

  void stop();

 private:
  void compilationStarted();
  void compilationEnded();
  void followRun();
  void followStop();

  Workspace& workspace_;
  Actions& actions_;
  JobId compilation_ = 0, run_ = 0;
  QTimer timer_;
};

}  // namespace ng::views
