// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/norm_bars.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int head = 24, rowHeight = 28, bar = 8, numberWidth = 72;

}  // namespace

NormBars::NormBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  setAccessibleName(tr("Norms of the layers"));
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void NormBars::setNorms(std::vector<LayerNorm> norms, bool compared) {
  norms_ = std::move(norms);
  compared_ = compared;
  setMinimumHeight(sizeHint().height());
  updateGeometry();
  update();
}

void NormBars::setCurrent(const QString& layer) {
  current_ = layer;
  update();
}

QSize NormBars::sizeHint() const {
  return {320, head + rowHeight * static_cast<int>(norms_.size())};
}

const LayerNorm* NormBars::normAt(double y) const {
  const auto row = static_cast<std::size_t>(std::max(0.0, y - head) / rowHeight);
  return y < head || row >= norms_.size() ? nullptr : &norms_[row];
}

void NormBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = Theme::current();
  paintHead(painter);
  double most = 0;
  int nameWidth = 0;
  const QFontMetrics letters(theme.tableFont());
  for (const LayerNorm& norm : norms_) {
    most = std::max({most, norm.before, norm.after, norm.difference});
    nameWidth = std::max(nameWidth, letters.horizontalAdvance(norm.layer));
  }
  nameWidth = std::min(nameWidth, width() / 2);
  for (int row = 0; row < static_cast<int>(norms_.size()); ++row)
    paintRow(painter, row, most > 0 ? most : 1, nameWidth);
}

// Draws the title and, in a comparison, the legend of the bars.
void NormBars::paintHead(QPainter& painter) const {
  const Theme& theme = Theme::current();
  painter.setFont(theme.captionFont());
  int left = metrics::grid;
  const auto words = [&](const QString& text) {
    painter.setPen(theme.colours().dimText);
    painter.drawText(QRect(left, 0, width(), head), Qt::AlignVCenter, text);
    left += painter.fontMetrics().horizontalAdvance(text) + 2 * metrics::grid;
  };
  const auto bars = [&](const QColor& colour, const QString& text) {
    painter.fillRect(QRect(left, head / 2 - 4, 8, 8), colour);
    left += 12;
    words(text);
  };
  words(tr("L2 norm"));
  if (!compared_) return;
  bars(theme.series(0), tr("before"));
  bars(theme.series(1), tr("change"));
}

void NormBars::paintRow(QPainter& painter, int row, double most, int nameWidth) const {
  const Theme& theme = Theme::current();
  const LayerNorm& norm = norms_[static_cast<std::size_t>(row)];
  const QRect line(0, head + row * rowHeight, width(), rowHeight);
  if (norm.layer == current_) painter.fillRect(line, theme.colours().selectionRow);
  painter.setFont(theme.tableFont());
  painter.setPen(theme.colours().text);
  const QRect names(metrics::grid, line.top(), nameWidth, rowHeight);
  painter.drawText(
      names, Qt::AlignVCenter,
      QFontMetrics(theme.tableFont()).elidedText(norm.layer, Qt::ElideMiddle, nameWidth));
  const int left = names.right() + 2 * metrics::grid, room = width() - left - numberWidth;
  const auto length = [&](double value) { return value / most * std::max(room, 8); };
  const int middle = line.center().y();
  painter.setFont(theme.monoFont());
  const auto draw = [&](double value, const QColor& colour, int y, int high) {
    painter.fillRect(QRectF(left, y - bar / 2, length(value), bar - 1), colour);
    painter.setPen(theme.colours().text);
    painter.drawText(QRect(width() - numberWidth, y - high, numberWidth - metrics::grid, 2 * high),
                     Qt::AlignVCenter | Qt::AlignRight, valueText(value, 4));
  };
  if (!compared_) return draw(norm.before, theme.series(0), middle, rowHeight / 2);
  painter.setFont(theme.captionFont());
  draw(norm.before, theme.series(0), middle - 6, 7);
  draw(norm.difference, theme.series(1), middle + 7, 7);
}

void NormBars::mousePressEvent(QMouseEvent* event) {
  if (const LayerNorm* norm = normAt(event->position().y())) emit clicked(norm->layer);
}

bool NormBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const LayerNorm* norm = normAt(help->pos().y());
  if (!norm) {
    QToolTip::hideText();
    return true;
  }
  QString text = norm->layer + tr(": norm %1").arg(valueText(norm->before));
  if (compared_)
    text += tr(", then %1; the difference has %2")
                .arg(valueText(norm->after), valueText(norm->difference));
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace ng::views
