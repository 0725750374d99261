// SPDX-License-Identifier: Apache-2.0
// Breakpoint commands of the selected op; the selection follows steps and stops of the run.
#pragma once

#include "app/window/commands/actions.h"
#include "app/window/docks.h"
#include "views/core/workspace.h"

namespace ng::views {

class DebugCommands : public QObject {
  Q_OBJECT

 public:
  DebugCommands(Workspace& workspace, Actions& actions, Docks& docks)
      : workspace_(workspace), actions_(actions), docks_(docks) {}

  void addActions();
  // `atStart`: whether the start page is shown, on which stops are not.
  void follow(std::function<bool()> atStart);

 private:
  void followBreakpoints();
  void followStep();
  void showStop();

  Workspace& workspace_;
  Actions& actions_;
  Docks& docks_;
  int step_ = 0;
};

}  // namespace ng::views
