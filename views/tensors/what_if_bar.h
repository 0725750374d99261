// SPDX-License-Identifier: Apache-2.0
// While numbers in sources are edited: what is edited and how much changes, which of the values to
// show, and whether to keep what came out. Hidden without edits.
#pragma once

#include <QWidget>
#include <array>

#include "views/core/workspace.h"
#include "views/widgets/tensor_slice.h"

class QLabel;
class QToolButton;

namespace ng::views {

class WhatIfBar : public QWidget {
  Q_OBJECT

 public:
  enum Shown { was, is, difference };

  explicit WhatIfBar(Workspace& workspace, QWidget* parent = nullptr);

  // One element of a source gets another number; editing it back drops the edit.
  void edit(OpKey op, std::int64_t element, double value);
  // Why an op's value cannot be edited; empty: it can.
  QString whyNot(OpKey op) const;
  // What to show in place of `value` in the same iteration: itself while nothing else is known.
  TensorPtr shown(const TensorPtr& value) const;
  void show(Shown which);
  Shown which() const { return which_; }
  QString text() const;  // "X[C 0, N 1] = 3, was 0.25 · 5 of 20 values change in iteration 37"

 signals:
  void changed();

 private:
  void follow();

  Workspace& workspace_;
  Shown which_ = is;
  QLabel* text_;
  std::array<QToolButton*, 3> buttons_{};
  QToolButton *keep_, *drop_;
};

}  // namespace ng::views
