// SPDX-License-Identifier: Apache-2.0
// Bar shown while source elements are edited: the edits and their effect, which value to show, and
// buttons to keep or discard the result. Hidden without edits.
#pragma once

#include <QWidget>
#include <array>

#include "views/core/workspace.h"
#include "views/widgets/tensors/tensor_slice.h"

class QLabel;
class QToolButton;

namespace ng::views {

class WhatIfBar : public QWidget {
  Q_OBJECT

 public:
  enum Shown { was, is, difference };

  explicit WhatIfBar(Workspace& workspace, QWidget* parent = nullptr);

  // Sets one element of a source; restoring its original number removes the edit.
  void edit(OpId op, std::int64_t element, const Number& value);
  // Reason why an op's value cannot be edited; empty: editable.
  QString whyNot(OpId op) const;
  // Value to show instead of `value` for the same iteration; `value` itself if the op is
  // unaffected.
  TensorRecordPtr shown(const TensorRecordPtr& value) const;
  void show(Shown which);
  Shown which() const { return which_; }
  QString text() const;  // e.g. "X[C 0, N 1] = 3, was 0.25 · 5 of 20 values change in iteration 37"

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
