// SPDX-License-Identifier: Apache-2.0
// One tensor in up to four ways.
#include "views/tensors/tensor_pane.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/core/theme.h"
#include "views/tensors/slice_bar.h"
#include "views/tensors/statistics_panel.h"
#include "views/widgets/heat_map.h"
#include "views/widgets/histogram.h"
#include "views/widgets/number_grid.h"

namespace ng::views {
namespace {

constexpr std::array modesInOrder{TensorMode::numbers, TensorMode::heatMap, TensorMode::histogram,
                                  TensorMode::statistics};
constexpr int besideNumbers = 480, twoAbreast = 720, threeAbreast = 960, histogramBinCount = 48;

QString titleOf(TensorMode mode) {
  switch (mode) {
    case TensorMode::numbers:
      return QObject::tr("Numbers");
    case TensorMode::heatMap:
      return QObject::tr("Heat map");
    case TensorMode::histogram:
      return QObject::tr("Histogram");
    case TensorMode::statistics:
      return QObject::tr("Statistics");
  }
  return {};
}

}  // namespace

TensorModes fittingModes(std::int64_t count, int rank, int width) {
  if (rank == 0 || count == 1) return TensorMode::numbers;
  const bool small = count <= 256;
  TensorModes modes = small ? TensorMode::numbers : TensorMode::heatMap;
  if (width >= twoAbreast) modes |= small ? TensorMode::heatMap : TensorMode::histogram;
  if (width >= (small ? besideNumbers : threeAbreast)) modes |= TensorMode::statistics;
  return modes;
}

TensorPane::TensorPane(QWidget* parent)
    : QWidget(parent),
      sliceBar_(new SliceBar),
      numbers_(new NumberGrid),
      heatMap_(new HeatMap),
      histogram_(new Histogram),
      panel_(new StatisticsPanel) {
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  for (QWidget* part : {static_cast<QWidget*>(numbers_), static_cast<QWidget*>(heatMap_),
                        static_cast<QWidget*>(histogram_), static_cast<QWidget*>(panel_)}) {
    splitter->addWidget(part);
  }
  for (int i = 0; i < 3; ++i) splitter->setStretchFactor(i, 1);
  splitter->setStretchFactor(3, 0);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeModeBar());
  column->addWidget(sliceBar_);
  column->addWidget(splitter, 1);
  connect(sliceBar_, &SliceBar::changed, this, &TensorPane::refresh);
  applyModes(TensorMode::numbers);
}

QWidget* TensorPane::makeModeBar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(4, 2, 4, 2);
  row->setSpacing(2);
  for (std::size_t i = 0; i < modesInOrder.size(); ++i) {
    auto* button = new QToolButton;
    button->setText(titleOf(modesInOrder[i]));
    button->setToolTip(tr("%1; with Ctrl beside the others").arg(titleOf(modesInOrder[i])));
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFixedHeight(metrics::row);
    button->setFont(Theme::current().tableFont());
    connect(button, &QToolButton::clicked, this, [this, i] { clicked(modesInOrder[i]); });
    buttons_[i] = button;
    row->addWidget(button);
  }
  row->addStretch(1);
  transpose_ = new QToolButton;
  transpose_->setText(tr("Transpose"));
  transpose_->setAutoRaise(true);
  transpose_->setFixedHeight(metrics::row);
  transpose_->setFont(Theme::current().tableFont());
  connect(transpose_, &QToolButton::clicked, sliceBar_, &SliceBar::transpose);
  row->addWidget(transpose_);
  return bar;
}

void TensorPane::setTensor(TensorPtr tensor) {
  const TensorStatistics s = tensor ? views::statistics(tensor->value) : TensorStatistics{};
  setTensor(std::move(tensor), s);
}

void TensorPane::setTensor(TensorPtr tensor, const TensorStatistics& statistics) {
  const bool sameOp =
      tensor_ && tensor && tensor_->op == tensor->op && tensor_->value.shape == tensor->value.shape;
  tensor_ = std::move(tensor);
  statistics_ = statistics;
  sliceBar_->setSlice(sameOp ? sliceBar_->slice().of(tensor_) : TensorSlice(tensor_));
  if (!sameOp) modesByHand_ = false;
  transpose_->setVisible(sliceBar_->slice().rank() >= 2);
  if (!modesByHand_ && tensor_) {
    applyModes(fittingModes(statistics_.count, sliceBar_->slice().rank(), width()));
  }
  refresh();
}

void TensorPane::refresh() {
  if (!tensor_) return;
  const TensorSlice& slice = sliceBar_->slice();
  if (modes_.testFlag(TensorMode::numbers)) numbers_->setSlice(slice, statistics_);
  if (modes_.testFlag(TensorMode::heatMap)) heatMap_->setSlice(slice, statistics_);
  if (modes_.testFlag(TensorMode::histogram)) {
    histogram_->setData(histogramBins(tensor_->value, statistics_, histogramBinCount), statistics_);
  }
  if (modes_.testFlag(TensorMode::statistics)) panel_->setData(tensor_, statistics_);
}

void TensorPane::setModes(TensorModes modes) {
  modesByHand_ = true;
  applyModes(modes);
  refresh();
}

void TensorPane::applyModes(TensorModes modes) {
  modes_ = modes;
  numbers_->setVisible(modes.testFlag(TensorMode::numbers));
  heatMap_->setVisible(modes.testFlag(TensorMode::heatMap));
  histogram_->setVisible(modes.testFlag(TensorMode::histogram));
  panel_->setVisible(modes.testFlag(TensorMode::statistics));
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    buttons_[i]->setChecked(modes.testFlag(modesInOrder[i]));
  }
}

void TensorPane::clicked(TensorMode mode) {
  const bool beside = QApplication::keyboardModifiers() & Qt::ControlModifier;
  TensorModes modes = beside ? modes_ ^ mode : TensorModes(mode);
  setModes(modes ? modes : TensorModes(mode));
}

void TensorPane::resizeEvent(QResizeEvent*) {
  if (modesByHand_ || !tensor_) return;
  const TensorModes fitting = fittingModes(statistics_.count, sliceBar_->slice().rank(), width());
  if (fitting == modes_) return;
  applyModes(fitting);
  refresh();
}

QString TensorPane::asText() const {
  NumberGrid lines;
  lines.setSlice(sliceBar_->slice(), statistics_);
  return lines.asText();
}

QString TensorPane::asCsv() const {
  NumberGrid lines;
  lines.setSlice(sliceBar_->slice(), statistics_);
  return lines.asCsv();
}

}  // namespace ng::views
