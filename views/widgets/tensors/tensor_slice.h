// SPDX-License-Identifier: Apache-2.0
// A matrix cut from a tensor: one axis runs down, one across, the others are fixed at an index;
// axes that are facets may be shown at all indexes, side by side. Rank 0 is one cell, rank 1 one
// row. Shares the tensor; copying a slice is cheap.
#pragma once

#include <QString>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/number.h"
#include "engine/records/records.h"
#include "engine/records/tensor_record.h"
#include "views/widgets/tensors/axis_places.h"

namespace ng::views {

// Reads the element at a row-major position of a tensor that is not held in memory; nullopt: not
// loaded yet. GUI thread.
using ElementSource = std::function<std::optional<Number>(std::int64_t flat)>;

class TensorSlice {
 public:
  TensorSlice() = default;
  explicit TensorSlice(TensorRecordPtr tensor);
  // For a tensor whose record has a shape but no bytes because it is too large for memory.
  TensorSlice(TensorRecordPtr tensor, ElementSource source);

  bool isEmpty() const { return !tensor_; }
  const TensorRecord& tensor() const { return *tensor_; }
  TensorRecordPtr shared() const { return tensor_; }
  int rank() const { return tensor_ ? static_cast<int>(tensor_->value.shape.size()) : 0; }

  // The same cut of another value of the same shape; a fresh cut if the shape differs.
  TensorSlice of(TensorRecordPtr tensor) const;

  std::int64_t rows() const { return length(places_.rows); }
  std::int64_t columns() const { return length(places_.columns); }
  double at(std::int64_t row, std::int64_t column) const { return element(flatIndex(row, column)); }
  double element(std::int64_t flat) const {  // NaN: not loaded yet
    return source_ ? source_(flat).value_or(std::nan("")).real() : tensor_->value.at(flat);
  }
  std::optional<Number> find(std::int64_t flat) const {
    return source_ ? source_(flat) : std::optional(number_at(tensor_->value, flat));
  }
  QString exactText(
      std::int64_t flat) const;  // nine digits, or all of an integer; "…": not loaded yet
  bool isHeld() const { return !source_; }  // whether the bytes are in memory
  std::int64_t flatIndex(std::int64_t row, std::int64_t column) const;

  int rowAxis() const { return places_.rows; }        // -1: none
  int columnAxis() const { return places_.columns; }  // -1: none
  const AxisPlaces& places() const { return places_; }
  bool placed() const { return placed_; }  // by the user rather than by the axes' roles
  void setPlaces(const AxisPlaces& places, bool byHand = true);  // axes of this tensor
  std::vector<int> fixedAxes() const;                            // the others, in order
  std::int64_t index(int axis) const { return indexes_[static_cast<std::size_t>(axis)]; }
  void setIndex(int axis, std::int64_t index);  // clamped
  void setAxes(int rowAxis, int columnAxis);    // must differ unless -1
  void transpose() { std::swap(places_.rows, places_.columns); }

  QString axisName(int axis) const;     // "W", or "axis 1" if it has no name
  std::int64_t length(int axis) const;  // 1 for axis -1

 private:
  void chooseAxes();

  TensorRecordPtr tensor_;
  ElementSource source_;
  std::vector<std::int64_t> strides_, indexes_;
  AxisPlaces places_;
  bool placed_ = false;
};

// "W 3 · H 17" for the element at `flat` of a row-major tensor; empty for rank 0.
QString placeText(const TensorRecord& tensor, std::int64_t flat);
// The displayed name of an axis: the dual axis of H, as on the output side of weights, is "H′".
QString axisText(const std::string& name);
// "W 784 · H 100", "scalar".
QString axesText(const std::vector<AxisRecord>& axes);
// "float32 · W 784 · H 100".
QString shapeText(const TensorRecord& tensor);

}  // namespace ng::views
