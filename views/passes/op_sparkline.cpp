// SPDX-License-Identifier: Apache-2.0
// The count of ops after each pass.
#include "views/passes/op_sparkline.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "views/core/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {

OpSparkline::OpSparkline(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OpSparkline::setCounts(std::vector<int> counts, std::vector<bool> changed) {
  counts_ = std::move(counts);
  changed_ = std::move(changed);
  setMaximumWidth(std::max(48, 20 * static_cast<int>(counts_.size())));
  update();
}

void OpSparkline::setCurrent(int pass) {
  current_ = pass;
  update();
}

QRect OpSparkline::barRect(int pass) const {
  if (counts_.empty()) return {};
  const auto size = static_cast<int>(counts_.size());
  const int most = std::max(1, *std::max_element(counts_.begin(), counts_.end()));
  const int left = width() * (pass + 1) / size, right = width() * (pass + 2) / size;
  const int high = std::max(1, (height() - 4) * counts_[static_cast<std::size_t>(pass + 1)] / most);
  return {left, height() - high, std::max(1, right - left - (right - left > 3 ? 2 : 0)), high};
}

int OpSparkline::passAt(int x) const {
  if (counts_.empty() || width() <= 0) return -2;
  const auto size = static_cast<int>(counts_.size());
  return std::clamp(x * size / width(), 0, size - 1) - 1;
}

void OpSparkline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Colours& colours = Theme::current().colours();
  for (int pass = -1; pass + 1 < static_cast<int>(counts_.size()); ++pass) {
    const bool changed = changed_[static_cast<std::size_t>(pass + 1)];
    const QColor colour = pass == current_ ? colours.selection
                          : changed        ? colours.edge
                                           : colours.separator;
    painter.fillRect(barRect(pass), colour);
  }
}

void OpSparkline::mousePressEvent(QMouseEvent* event) {
  const int pass = passAt(static_cast<int>(event->position().x()));
  if (pass >= -1) emit passClicked(pass);
}

void OpSparkline::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) mousePressEvent(event);
}

bool OpSparkline::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int pass = passAt(help->pos().x());
    if (pass < -1) return true;
    const QString ops = countText(counts_[static_cast<std::size_t>(pass + 1)], tr("op"));
    const QString when = pass < 0 ? tr("as written") : tr("after pass %1").arg(pass + 1);
    QToolTip::showText(help->globalPos(), ops + u' ' + when, this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace ng::views
