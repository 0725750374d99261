// SPDX-License-Identifier: Apache-2.0
// Selects the part of a tensor that is shown.
#include "views/widgets/tensors/slice_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <climits>

#include "engine/records/tensor_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/axis_bar.h"

namespace ng::views {
namespace {

QLabel* caption(const QString& text) {
  auto* label = new QLabel(text);
  label->setFont(Theme::current().captionFont());
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

SliceBar::SliceBar(QWidget* parent)
    : QWidget(parent), axes_(new AxisBar), sliders_(new QWidget), row_(new QHBoxLayout(sliders_)) {
  sliders_->setFixedHeight(metrics::strip);
  row_->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  row_->setSpacing(metrics::grid);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(axes_);
  column->addWidget(sliders_);
  connect(axes_, &AxisBar::moved, this, [this](const AxisPlaces& places) {
    slice_.setPlaces(places);
    usual_.reset();
    build();
    emit changed();
  });
}

void SliceBar::setSlice(const TensorSlice& slice) {
  bool same = !slice_.isEmpty() && !slice.isEmpty() && slice.tensor().op == slice_.tensor().op &&
              slice.tensor().value.shape == slice_.tensor().value.shape &&
              slice.places() == slice_.places();
  for (int axis = 0; same && axis < slice.rank(); ++axis)
    same = slice.index(axis) == slice_.index(axis);
  slice_ = slice;
  if (!same) build();
}

void SliceBar::setShown(const std::optional<AxisPlaces>& usual, bool spread) {
  if (usual == usual_ && spread == spread_) return;
  usual_ = usual;
  spread_ = spread;
  build();
}

void SliceBar::transpose() {
  slice_.transpose();
  build();
  emit changed();
}

void SliceBar::build() {
  while (QLayoutItem* item = row_->takeAt(0)) {
    if (QWidget* widget = item->widget()) {
      widget->hide();
      widget->deleteLater();
    }
    delete item;
  }
  const AxisPlaces places = shown();
  QStringList titles;
  bool any = false;
  for (int axis = 0; axis < slice_.rank(); ++axis) {
    titles << slice_.axisName(axis) + u' ' + countText(slice_.length(axis));
    const AxisPlace place = placeOf(places, axis);
    const bool indexed = place == AxisPlace::index || (place == AxisPlace::facets && !spread_);
    if (!indexed || slice_.length(axis) <= 1) continue;
    addSlider(axis);
    any = true;
  }
  axes_->setAxes(titles, places);
  row_->addStretch(1);
  sliders_->setVisible(any);
}

void SliceBar::addSlider(int axis) {
  const auto text = [this, axis] {
    return slice_.axisName(axis) + u' ' + QString::number(slice_.index(axis)) +
           QStringLiteral(" / ") + countText(slice_.length(axis));
  };
  auto* label = caption(text());
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(0, static_cast<int>(std::min<std::int64_t>(slice_.length(axis) - 1, INT_MAX)));
  slider->setValue(static_cast<int>(slice_.index(axis)));
  slider->setMinimumWidth(64);
  slider->setMaximumWidth(160);
  connect(slider, &QSlider::valueChanged, this, [this, axis, label, text](int value) {
    slice_.setIndex(axis, value);
    label->setText(text());
    emit changed();
  });
  row_->addWidget(label);
  row_->addWidget(slider, 1);
}

}  // namespace ng::views
