// SPDX-License-Identifier: Apache-2.0
// A parameter of the plan's computation: what it is given at each call, and a button to change
// that.
#pragma once

#include <QWidget>

#include "engine/session/record.h"

class QToolButton;

namespace ng::views {

class GivenRow : public QWidget {
  Q_OBJECT

 public:
  // `given` without a source: nothing.
  GivenRow(const OpRecord& placeholder, const PlanGivenRecord& given, QWidget* parent = nullptr);
  QToolButton& button() { return *button_; }

 private:
  QToolButton* button_;
};

}  // namespace ng::views
