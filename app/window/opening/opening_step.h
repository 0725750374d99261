// SPDX-License-Identifier: Apache-2.0
// The command line as a list of steps: open, compile, run to an iteration, select, take a picture.
#pragma once

#include <functional>
#include <vector>

#include "app/window/main_window.h"
#include "app/window/opening/options.h"

namespace ng::views {

struct OpeningStep {
  const char* name;             // "compile": what the window did when its time was over
  std::function<void()> begin;  // once, when the steps before it are done
  std::function<bool()> done;   // asked after each change of the session; empty: after begin()
};

// What the steps share. They run on the GUI thread.
struct OpeningContext {
  MainWindow& window;
  Session& session;
  Options options;
  bool started = false;  // the run, whose failures are shown in the picture
  QString failure;       // of the run
  QString unmet;         // an option that could not be applied in a window with a user
  // Ends the opening with an exit status and its reason.
  std::function<void(int status, const QString& text)> finish;
  // True if nothing has changed for this time; else the step is asked again after it.
  std::function<bool(int milliseconds)> settled;
};

// The steps that these options need. `context` outlives them.
std::vector<OpeningStep> openingSteps(OpeningContext& context);

}  // namespace ng::views
