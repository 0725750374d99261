// SPDX-License-Identifier: Apache-2.0
// Looking for faults: where the run halts and stands, the health of its values, and what is to
// blame for a wrong or slow result, and what other numbers would change. Follows the session; keeps nothing of the run itself.
#pragma once

#include <QWidget>

#include "views/core/workspace.h"

class QTabBar;

namespace ng::views {

class HaltsPage;
class HealthPage;
class InquiryPage;
class WhatIfPage;

class DebugView : public QWidget {
  Q_OBJECT

 public:
  explicit DebugView(Workspace& workspace, QWidget* parent = nullptr);

  HaltsPage& halts() { return *halts_; }
  HealthPage& health() { return *health_; }
  InquiryPage& inquiry() { return *inquiry_; }
  WhatIfPage& whatIf() { return *whatIf_; }
  void showPage(int page);  // in the order above
  QSize sizeHint() const override { return {840, 300}; }

 private:
  void comeForward();

  QTabBar* tabs_;
  HaltsPage* halts_;
  HealthPage* health_;
  InquiryPage* inquiry_;
  WhatIfPage* whatIf_;
};

QWidget* makeDebugView(Workspace& workspace);

}  // namespace ng::views
