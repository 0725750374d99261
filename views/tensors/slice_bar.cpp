// SPDX-License-Identifier: Apache-2.0
// Which part of a tensor is shown.
#include "views/tensors/slice_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <algorithm>

#include "views/core/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

QLabel* caption(const QString& text) {
  auto* label = new QLabel(text);
  label->setFont(Theme::current().captionFont());
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

SliceBar::SliceBar(QWidget* parent) : QWidget(parent), row_(new QHBoxLayout(this)) {
  setFixedHeight(metrics::strip);
  row_->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  row_->setSpacing(metrics::grid);
  hide();
}

void SliceBar::setSlice(const TensorSlice& slice) {
  const bool same = !slice_.isEmpty() && !slice.isEmpty() &&
                    slice.tensor().op == slice_.tensor().op &&
                    slice.tensor().value.shape == slice_.tensor().value.shape;
  slice_ = slice;
  if (!same) build();
}

void SliceBar::setSpread(const std::vector<int>& axes) {
  if (axes == spread_) return;
  spread_ = axes;
  build();
}

void SliceBar::transpose() {
  slice_.transpose();
  build();
  emit changed();
}

void SliceBar::build() {
  while (QLayoutItem* item = row_->takeAt(0)) {
    if (QWidget* widget = item->widget()) widget->deleteLater();
    delete item;
  }
  std::vector<int> indexed;
  for (int axis = 0; axis < slice_.rank(); ++axis) {
    const bool shown = spread_.empty() ? axis == slice_.rowAxis() || axis == slice_.columnAxis()
                                       : std::count(spread_.begin(), spread_.end(), axis) > 0;
    if (!shown && (spread_.empty() || slice_.length(axis) > 1)) indexed.push_back(axis);
  }
  setVisible(slice_.rank() >= 3 && (spread_.empty() || !indexed.empty()));
  if (isHidden()) return;
  if (spread_.empty()) {
    addAxisChoice(tr("down"), true);
    addAxisChoice(tr("across"), false);
  }
  for (const int axis : indexed) addSlider(axis);
  row_->addStretch(1);
}

void SliceBar::addAxisChoice(const QString& label, bool rows) {
  row_->addWidget(caption(label));
  auto* choice = new QComboBox;
  for (int axis = 0; axis < slice_.rank(); ++axis) choice->addItem(slice_.axisName(axis));
  choice->setCurrentIndex(rows ? slice_.rowAxis() : slice_.columnAxis());
  connect(choice, &QComboBox::activated, this, [this, rows](int axis) {
    int down = slice_.rowAxis(), across = slice_.columnAxis();
    // Choosing the other direction's axis swaps the two.
    if (rows) {
      if (axis == across) across = down;
      down = axis;
    } else {
      if (axis == down) down = across;
      across = axis;
    }
    slice_.setAxes(down, across);
    build();
    emit changed();
  });
  row_->addWidget(choice);
}

void SliceBar::addSlider(int axis) {
  const auto text = [this, axis] {
    return slice_.axisName(axis) + u' ' + QString::number(slice_.index(axis)) +
           QStringLiteral(" / ") + countText(slice_.length(axis));
  };
  auto* label = caption(text());
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(0, static_cast<int>(slice_.length(axis)) - 1);
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
