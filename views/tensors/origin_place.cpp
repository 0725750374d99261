// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/origin_place.h"

#include <QApplication>
#include <QEvent>
#include <QResizeEvent>
#include <algorithm>

namespace ng::views {
namespace {

// Minimum sizes: buttons and a few lines of numbers; formula and a few source rows.
constexpr int valueHeight = 168, originHeight = 148, valueWidth = 300, originWidth = 320;
constexpr int wide = 880;

QString keyOf(OriginWay way) {
  return way == OriginWay::beside ? QStringLiteral("beside") : QStringLiteral("below");
}

}  // namespace

OriginWay originWay(const QSize& room) {
  if (room.width() >= wide) return OriginWay::beside;
  if (room.height() >= valueHeight + originHeight) return OriginWay::below;
  return room.width() >= valueWidth + originWidth ? OriginWay::beside : OriginWay::instead;
}

OriginPlace::OriginPlace(QWidget* value, QWidget* origin, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), value_(value), origin_(origin) {
  setHandleWidth(1);
  setChildrenCollapsible(false);
  addWidget(value);
  addWidget(origin);
  origin->setMinimumWidth(originWidth);  // also where the value needs more than valueWidth
  origin->installEventFilter(this);
  connect(this, &QSplitter::splitterMoved, this, [this] {
    const int all = sizes()[0] + sizes()[1];
    if (all > 0) shares_[keyOf(way_)] = static_cast<double>(sizes()[1]) / all;
  });
}

// Default share below: as much as the rows need, at most half.
double OriginPlace::share() const {
  if (shares_.contains(keyOf(way_))) return shares_[keyOf(way_)].toDouble();
  if (way_ == OriginWay::beside) return 0.5;
  const double needed = std::max(originHeight, origin_->sizeHint().height());
  return std::min(0.5, needed / std::max(1, height()));
}

void OriginPlace::arrange() {
  const bool shown = !origin_->isHidden();
  way_ = originWay(size());
  const bool covered = shown && way_ == OriginWay::instead;
  QWidget* focus = QApplication::focusWidget();
  // Moves the focus; restored when the value reappears.
  if (covered && value_->isAncestorOf(focus)) {
    focused_ = focus;
    origin_->setFocus();
  }
  value_->setVisible(!covered);
  if (!shown && focused_) focused_->setFocus();
  if (!covered) focused_ = nullptr;
  if (!shown) return;
  const bool beside = way_ == OriginWay::beside;
  setOrientation(beside ? Qt::Horizontal : Qt::Vertical);
  const int all = beside ? width() : height();
  const int least = beside ? originWidth : originHeight, other = beside ? valueWidth : valueHeight;
  const int given =
      std::clamp(static_cast<int>(all * share()), least, std::max(least, all - other));
  if (way_ != OriginWay::instead) setSizes({all - given, given});
}

QJsonObject OriginPlace::shares() const {
  return shares_;
}

void OriginPlace::setShares(const QJsonObject& shares) {
  shares_ = {};
  for (const auto& [key, value] : {std::pair(keyOf(OriginWay::below), shares["below"]),
                                   std::pair(keyOf(OriginWay::beside), shares["beside"])})
    if (value.isDouble()) shares_[key] = std::clamp(value.toDouble(), 0.1, 0.9);
  arrange();
}

bool OriginPlace::eventFilter(QObject* watched, QEvent* event) {
  const bool toggled =
      event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent;
  if (watched == origin_ && toggled) arrange();
  return QSplitter::eventFilter(watched, event);
}

void OriginPlace::resizeEvent(QResizeEvent* event) {
  QSplitter::resizeEvent(event);
  arrange();
}

}  // namespace ng::views
