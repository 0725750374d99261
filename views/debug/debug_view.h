// SPDX-License-Identifier: Apache-2.0
// Debug view: breakpoints and watches, health of values, comparison of transformers, bisection of
// passes, and what-if edits. Follows the session; keeps no state of the run.
#pragma once

#include "views/core/view_base.h"
#include "views/core/workspace.h"

class QTabBar;

namespace ng::views {

class BreakpointsPage;
class HealthPage;
class QueryPage;
class WhatIfPage;

class DebugView : public ViewBase {
  Q_OBJECT

 public:
  explicit DebugView(Workspace& workspace, QWidget* parent = nullptr);

  BreakpointsPage& breakpointsPage() { return *breakpointsPage_; }
  HealthPage& health() { return *health_; }
  QueryPage& queryPage() { return *queryPage_; }
  WhatIfPage& whatIf() { return *whatIf_; }
  void showPage(int page);  // index in the order of the tabs
  QSize sizeHint() const override { return {840, 300}; }

 private:
  void comeForward();

  QTabBar* tabs_;
  BreakpointsPage* breakpointsPage_;
  HealthPage* health_;
  QueryPage* queryPage_;
  WhatIfPage* whatIf_;
};

}  // namespace ng::views
