// SPDX-License-Identifier: Apache-2.0
// Debug view: breakpoints and watches, health of values, comparison with other transformers,
// precisions and programs, bisection of passes, and what-if edits. Follows the session; keeps no
// state of the run.
#pragma once

#include <span>

#include "views/core/view_base.h"
#include "views/core/view_option.h"
#include "views/core/workspace.h"

class QTabBar;

namespace ng::views {

class BisectPage;
class BreakpointsPage;
class ComparePage;
class HealthPage;
class WhatIfPage;

class DebugView : public ViewBase {
  Q_OBJECT

 public:
  explicit DebugView(Workspace& workspace, QWidget* parent = nullptr);

  BreakpointsPage& breakpointsPage() { return *breakpointsPage_; }
  HealthPage& health() { return *health_; }
  ComparePage& comparePage() { return *comparePage_; }
  BisectPage& bisectPage() { return *bisectPage_; }
  WhatIfPage& whatIf() { return *whatIf_; }
  void showPage(int page);  // index in the order of the tabs
  QSize sizeHint() const override { return {840, 300}; }
  static std::span<const ViewOption> options();
  QString arrange(const QJsonObject& options) override;

 private:
  void addCommands(Workspace& workspace);
  void comeForward();

  QTabBar* tabs_;
  BreakpointsPage* breakpointsPage_;
  HealthPage* health_;
  ComparePage* comparePage_;
  BisectPage* bisectPage_;
  WhatIfPage* whatIf_;
  QString compared_;  // the value of the option that was applied
};

}  // namespace ng::views
