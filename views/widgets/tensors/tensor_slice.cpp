// SPDX-License-Identifier: Apache-2.0
// A matrix cut from a tensor.
#include "views/widgets/tensors/tensor_slice.h"

#include <QStringList>
#include <algorithm>

#include "engine/analysis/axis_facts.h"
#include "engine/records/tensor_record.h"
#include "views/widgets/number_text.h"
#include "views/widgets/run_text.h"
#include "views/widgets/tensors/tensor_axes.h"

namespace ng::views {
namespace {

QString nameOf(const TensorRecord& tensor, std::size_t axis) {
  const bool named = axis < tensor.axes.size() && !tensor.axes[axis].name.empty();
  return named ? axisText(tensor.axes[axis].name) : QStringLiteral("axis %1").arg(axis);
}

}  // namespace

TensorSlice::TensorSlice(TensorRecordPtr tensor) : tensor_(std::move(tensor)) {
  if (!tensor_) return;
  const Shape& shape = tensor_->value.shape;
  strides_.assign(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides_[i - 1] = strides_[i] * shape[i];
  indexes_.assign(shape.size(), 0);
  places_.columns = rank() - 1;
  places_.rows = rank() >= 2 ? rank() - 2 : -1;
  if (rank() >= 2) chooseAxes();
}

TensorSlice::TensorSlice(TensorRecordPtr tensor, ElementSource source)
    : TensorSlice(std::move(tensor)) {
  source_ = std::move(source);
}

// Default places: height down and width across, time across, else the last two axes.
void TensorSlice::chooseAxes() {
  const TensorAxes axes = tensorAxes(*tensor_);
  if (axes.pictures() && rank() > 2) return setAxes(axes.down, axes.across);
  if (axes.time < 0) return;
  places_.columns = axes.time;
  for (const int other : {axes.batch, axes.time == 0 ? 1 : 0, axes.channel,
                          axes.others.empty() ? -1 : axes.others.front()})
    if (other >= 0 && other != axes.time) places_.rows = other;
}

TensorSlice TensorSlice::of(TensorRecordPtr tensor) const {
  const bool same = tensor_ && tensor && tensor->value.shape == tensor_->value.shape;
  if (!same) return TensorSlice(std::move(tensor));
  TensorSlice next = *this;
  next.tensor_ = std::move(tensor);
  return next;
}

std::int64_t TensorSlice::length(int axis) const {
  return axis < 0 || !tensor_ ? 1 : tensor_->value.shape[static_cast<std::size_t>(axis)];
}

std::int64_t TensorSlice::flatIndex(std::int64_t row, std::int64_t column) const {
  std::int64_t flat = 0;
  for (int axis = 0; axis < rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    const std::int64_t at = axis == places_.rows      ? row
                            : axis == places_.columns ? column
                                                      : indexes_[i];
    flat += at * strides_[i];
  }
  return flat;
}

std::vector<int> TensorSlice::fixedAxes() const {
  std::vector<int> axes;
  for (int axis = 0; axis < rank(); ++axis) {
    if (axis != places_.rows && axis != places_.columns) axes.push_back(axis);
  }
  return axes;
}

void TensorSlice::setIndex(int axis, std::int64_t index) {
  const std::int64_t most = std::max<std::int64_t>(0, length(axis) - 1);
  indexes_[static_cast<std::size_t>(axis)] = std::clamp<std::int64_t>(index, 0, most);
}

void TensorSlice::setAxes(int rowAxis, int columnAxis) {
  places_.rows = rowAxis;
  places_.columns = columnAxis;
}

void TensorSlice::setPlaces(const AxisPlaces& places, bool byHand) {
  places_ = places;
  placed_ = byHand;
}

QString TensorSlice::axisName(int axis) const {
  return axis < 0 || !tensor_ ? QString() : nameOf(*tensor_, static_cast<std::size_t>(axis));
}

QString TensorSlice::exactText(std::int64_t flat) const {
  const std::optional<Number> value = find(flat);
  return value ? views::exactText(*value, tensor_->value.dtype) : QStringLiteral("…");
}

QString placeText(const TensorRecord& tensor, std::int64_t flat) {
  QStringList parts;
  for (std::size_t i = tensor.value.shape.size(); i-- > 0;) {
    const std::int64_t length = std::max<std::int64_t>(1, tensor.value.shape[i]);
    parts.prepend(nameOf(tensor, i) + u' ' + QString::number(flat % length));
    flat /= length;
  }
  return parts.join(QStringLiteral(" · "));
}

QString axisText(const std::string& name) {
  return QString::fromStdString(shown_axis_name(name));
}

QString axesText(const std::vector<AxisRecord>& axes) {
  if (axes.empty()) return QStringLiteral("scalar");
  QStringList parts;
  for (const AxisRecord& axis : axes) {
    const QString length = axis.length ? countText(*axis.length) : QStringLiteral("?");
    parts << axisText(axis.name) + u' ' + length;
  }
  return parts.join(QStringLiteral(" · "));
}

QString shapeText(const TensorRecord& tensor) {
  const QString dtype = QString::fromUtf8(name(tensor.value.dtype).data(),
                                          static_cast<qsizetype>(name(tensor.value.dtype).size()));
  return dtype + QStringLiteral(" · ") + axesText(tensor.axes);
}

}  // namespace ng::views
