// SPDX-License-Identifier: Apache-2.0
// Lets the Run command run the open script: while no document is open, while the shown graph is a
// program's, and while the script has the keyboard focus. Elsewhere it runs the document.
#pragma once

#include "app/window/main_window.h"

namespace ng::views {

class ScriptRun : public QObject {
 public:
  explicit ScriptRun(MainWindow& window);  // which has scripts and outlives this object
  ~ScriptRun() override;

 private:
  Actions::OtherRun choice();
  bool meant() const;
  void start();
  void followFocus(const QWidget* focused);

  MainWindow& window_;
  Scripts& scripts_;
  bool open_ = false;     // a script is open
  bool focused_ = false;  // the script had the focus last, among the views
};

}  // namespace ng::views
