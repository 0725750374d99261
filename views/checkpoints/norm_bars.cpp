// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/norm_bars.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "views/core/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int head = 24, rowHeight = 28, bar = 8, numberWidth = 72;

QString title(const LayerNorm& norm) {
  return norm.layer.isEmpty() ? QObject::tr("no layer") : norm.layer;
}

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

int NormBars::rowAt(double y) const {
  const int row = static_cast<int>((y - head) / rowHeight);
  return y < head || row >= static_cast<int>(norms_.size()) ? -1 : row;
}

void NormBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = Theme::current();
  painter.setFont(theme.captionFont());
  painter.setPen(theme.colours().dimText);
  painter.drawText(
      QRect(metrics::grid, 0, width(), head), Qt::AlignVCenter,
      compared_ ? tr("L2 norm of each layer, and of what changed") : tr("L2 norm of each layer"));
  double most = 0;
  int nameWidth = 0;
  const QFontMetrics letters(theme.tableFont());
  for (const LayerNorm& norm : norms_) {
    most = std::max({most, norm.before, norm.after, norm.difference});
    nameWidth = std::max(nameWidth, letters.horizontalAdvance(title(norm)));
  }
  nameWidth = std::min(nameWidth, width() / 2);
  for (int row = 0; row < static_cast<int>(norms_.size()); ++row)
    paintRow(painter, row, most > 0 ? most : 1, nameWidth);
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
      QFontMetrics(theme.tableFont()).elidedText(title(norm), Qt::ElideMiddle, nameWidth));
  const int left = names.right() + 2 * metrics::grid, room = width() - left - numberWidth;
  const auto length = [&](double value) { return value / most * std::max(room, 8); };
  const int middle = line.center().y();
  painter.fillRect(QRectF(left, middle - bar, length(norm.before), bar - 1), theme.series(0));
  if (compared_)
    painter.fillRect(QRectF(left, middle + 1, length(norm.difference), bar - 1), theme.series(1));
  painter.setFont(theme.monoFont());
  painter.drawText(QRect(width() - numberWidth, line.top(), numberWidth - metrics::grid, rowHeight),
                   Qt::AlignVCenter | Qt::AlignRight,
                   valueText(compared_ ? norm.difference : norm.before, 4));
}

void NormBars::mousePressEvent(QMouseEvent* event) {
  const int row = rowAt(event->position().y());
  if (row >= 0) emit clicked(norms_[static_cast<std::size_t>(row)].layer);
}

bool NormBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int row = rowAt(help->pos().y());
  if (row < 0) {
    QToolTip::hideText();
    return true;
  }
  const LayerNorm& norm = norms_[static_cast<std::size_t>(row)];
  QString text = title(norm) + tr(": norm %1").arg(valueText(norm.before));
  if (compared_)
    text += tr(", then %1; the difference has %2")
                .arg(valueText(norm.after), valueText(norm.difference));
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace ng::views
