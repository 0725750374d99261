// SPDX-License-Identifier: Apache-2.0
// Which axes run down and across, and a slider for the index of every other axis. Hidden below
// rank 3, where transposing is all there is to choose.
#pragma once

#include <QWidget>

#include "views/widgets/tensor_slice.h"

class QHBoxLayout;

namespace ng::views {

class SliceBar : public QWidget {
  Q_OBJECT

 public:
  explicit SliceBar(QWidget* parent = nullptr);
  void setSlice(const TensorSlice& slice);  // builds anew when the shape is another
  const TensorSlice& slice() const { return slice_; }
  // Axes that are spread out into pictures: no choice of two, an index for each of the rest only.
  void setSpread(const std::vector<int>& axes);
  void transpose();

 signals:
  void changed();

 private:
  void build();
  void addAxisChoice(const QString& label, bool rows);
  void addSlider(int axis);

  TensorSlice slice_;
  std::vector<int> spread_;
  QHBoxLayout* row_;
};

}  // namespace ng::views
