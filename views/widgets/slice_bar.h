// SPDX-License-Identifier: Apache-2.0
// Where the axes of a tensor stand, and a slider for each that is shown at one index only.
#pragma once

#include <QWidget>
#include <optional>

#include "views/widgets/tensor_slice.h"

class QHBoxLayout;

namespace ng::views {

class AxisBar;

class SliceBar : public QWidget {
  Q_OBJECT

 public:
  explicit SliceBar(QWidget* parent = nullptr);
  void setSlice(const TensorSlice& slice);
  const TensorSlice& slice() const { return slice_; }
  // `usual`: where the axes stand in what is shown while the user has not placed them, if that is
  // not where they stand in the slice. `spread`: facets are shown at all indexes, without a slider.
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
