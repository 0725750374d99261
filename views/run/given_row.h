// SPDX-License-Identifier: Apache-2.0
// Row for a parameter of the plan's computation: its data source, and a button to change it.
#pragma once

#include <QWidget>

#include "engine/records/records.h"

class QToolButton;

namespace ng::views {

class GivenRow : public QWidget {
  Q_OBJECT

 public:
  // `given` without a source: not set.
  GivenRow(const OpRecord& placeholder, const PlanGivenRecord& given, QWidget* parent = nullptr);
  QToolButton& button() { return *button_; }

 private:
  QToolButton* button_;
};

}  // namespace ng::views
