// SPDX-License-Identifier: Apache-2.0
// The places of a tensor's axes, and a slider for each axis that is fixed at one index.
#pragma once

#include <QWidget>
#include <optional>

#include "views/widgets/tensors/tensor_slice.h"

class QHBoxLayout;

namespace ng::views {

class AxisBar;

class SliceBar : public QWidget {
  Q_OBJECT

 public:
  explicit SliceBar(QWidget* parent = nullptr);
  void setSlice(const TensorSlice& slice);
  const TensorSlice& slice() const { return slice_; }
  // `usual`: the places that the view uses until the user places the axes, if they differ from the
  // slice's. `spread`: facets are shown at all indexes and have no slider.
  void setShown(const std::optional<AxisPlaces>& usual, bool spread);
  void transpose();
  AxisBar& axes() { return *axes_; }

 signals:
  void changed();  // by the user

 private:
  AxisPlaces shown() const { return usual_.value_or(slice_.places()); }
  void build();
  void addSlider(int axis);

  TensorSlice slice_;
  std::optional<AxisPlaces> usual_;
  bool spread_ = false;
  AxisBar* axes_;
  QWidget* sliders_;
  QHBoxLayout* row_;
};

}  // namespace ng::views
