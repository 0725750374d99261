// SPDX-License-Identifier: Apache-2.0
// Bar chart of the number of ops that each pass changed.
#include "views/passes/op_sparkline.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {

OpSparkline::OpSparkline(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Changes by each pass"));
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OpSparkline::setPasses(std::vector<PassChanges> passes) {
  passes_ = std::move(passes);
  setMaximumWidth(std::max(48, 20 * static_cast<int>(passes_.size())));
  update();
}

void OpSparkline::setCurrent(int pass) {
  current_ = pass;
  update();
}

// Square root of the count, so that a pass with two changes is visible next to one with hundreds.
QRect OpSparkline::barRect(int pass) const {
  if (passes_.empty()) return {};
  const auto size = static_cast<int>(passes_.size());
  std::size_t most = 1;
  for (const PassChanges& each : passes_) most = std::max(most, each.all());
  const int left = width() * (pass + 1) / size, right = width() * (pass + 2) / size;
  const double part = std::sqrt(static_cast<double>(of(pass).all()) / static_cast<double>(most));
  const int high = std::max(of(pass).all() > 0 ? 4 : 1, static_cast<int>((height() - 4) * part));
  return {left, height() - high, std::max(1, right - left - (right - left > 3 ? 2 : 0)), high};
}

std::optional<int> OpSparkline::passAt(int x) const {
  if (passes_.empty() || width() <= 0) return {};
  const auto size = static_cast<int>(passes_.size());
  return std::clamp(x * size / width(), 0, size - 1) - 1;
}

void OpSparkline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = Theme::current();
  for (int pass = asWritten; pass + 1 < static_cast<int>(passes_.size()); ++pass) {
    const QRect bar = barRect(pass);
    const PassChanges& changes = of(pass);
    if (pass == current_)
      painter.fillRect(QRect(bar.left(), 0, bar.width(), height()), theme.colours().selectionRow);
    painter.fillRect(bar, pass == current_ ? theme.colours().selection : theme.colours().separator);
    const std::pair<Mark, std::size_t> parts[] = {{Mark::added, changes.added},
                                                  {Mark::removed, changes.removed},
                                                  {Mark::changed, changes.modified}};
    std::size_t below = 0;
    for (const auto& [mark, count] : parts) {
      if (count == 0) continue;
      const int total = static_cast<int>(changes.all());
      const int from = bar.height() * static_cast<int>(below) / total;
      below += count;
      const int to = bar.height() * static_cast<int>(below) / total;
      painter.fillRect(QRect(bar.left(), bar.bottom() + 1 - to, bar.width(), to - from),
                       theme.mark(mark));
    }
    if (pass == current_)
      painter.fillRect(QRect(bar.left(), height() - 2, bar.width(), 2), theme.colours().selection);
  }
}

void OpSparkline::mousePressEvent(QMouseEvent* event) {
  const std::optional<int> pass = passAt(static_cast<int>(event->position().x()));
  if (pass) emit passClicked(*pass);
}

void OpSparkline::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) mousePressEvent(event);
}

QString OpSparkline::tip(int pass) const {
  const PassChanges& changes = of(pass);
  const QString ops = countText(changes.ops, tr("op"));
  if (pass == asWritten) return tr("input graph: %1").arg(ops);
  const QString what =
      changes.all() == 0
          ? tr("no op changed")
          : tr("−%1 +%2 ~%3").arg(changes.removed).arg(changes.added).arg(changes.modified);
  return tr("%1  %2: %3, %4 after it").arg(pass + 1).arg(changes.name, what, ops);
}

bool OpSparkline::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::optional<int> pass = passAt(help->pos().x());
    if (pass) QToolTip::showText(help->globalPos(), tip(*pass), this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace ng::views
