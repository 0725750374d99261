// SPDX-License-Identifier: Apache-2.0
// NumberGrid painting: cells, indexes, axis names, status line.
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/number_grid.h"

namespace ng::views {

void NumberGrid::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Colours& colours = Theme::current().colours();
  painter.fillRect(viewport()->rect(), colours.card);
  if (slice_.isEmpty()) return;
  if (slice_.rank() == 0) return paintScalar(painter);
  const QRect cells = cellsRect();
  const Cell first{verticalScrollBar()->value(), horizontalScrollBar()->value()};
  const Cell all = places();
  const Cell last{
      std::min<std::int64_t>(all.first, first.first + cells.height() / cellHeight + 1),
      std::min<std::int64_t>(all.second, first.second + cells.width() / columnWidth_ + 1)};
  painter.save();
  painter.setClipRect(cells);
  painter.setFont(numberFont());
  for (std::int64_t line = first.first; line < last.first; ++line) {
    for (std::int64_t place = first.second; place < last.second; ++place) {
      const Cell cell = elementAt({line, place});
      if (cell.second < slice_.columns()) paintCell(painter, cell.first, cell.second);
    }
  }
  painter.restore();
  paintHeaders(painter, first, last);
  painter.setFont(hover_ || current_ ? Theme::current().monoFont()
                                     : Theme::current().captionFont());
  painter.setPen(hover_ || current_ ? colours.text : colours.dimText);
  const QRect status(metrics::grid, viewport()->height() - statusHeight, viewport()->width(),
                     statusHeight);
  painter.drawText(status, Qt::AlignLeft | Qt::AlignVCenter, statusText());
}

QRect NumberGrid::numberRect(std::int64_t row, std::int64_t column) const {
  constexpr int scalarWidth = 180, scalarHeight = 32;
  if (slice_.rank() == 0) return {2 * metrics::grid, 2 * metrics::grid, scalarWidth, scalarHeight};
  return cellRect(row, column).adjusted(0, 0, -metrics::grid, 0);
}

QFont NumberGrid::numberFont() const {
  QFont font = Theme::current().monoFont();
  if (slice_.rank() == 0) font.setPixelSize(24);
  return font;
}

Qt::Alignment NumberGrid::numberAlignment() const {
  return Qt::AlignVCenter | (slice_.rank() == 0 ? Qt::AlignLeft : Qt::AlignRight);
}

void NumberGrid::paintScalar(QPainter& painter) const {
  painter.setFont(Theme::current().captionFont());
  painter.setPen(Theme::current().colours().dimText);
  const QRect room = viewport()->rect().adjusted(2 * metrics::grid, 2 * metrics::grid, 0, 0);
  painter.drawText(room.adjusted(0, 36, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                   shapeText(slice_.tensor()));
  painter.setFont(numberFont());
  painter.setPen(Theme::current().colours().text);
  painter.drawText(numberRect(0, 0), numberAlignment() | Qt::TextDontClip, slice_.exactText(0));
}

void NumberGrid::paintCell(QPainter& painter, std::int64_t row, std::int64_t column) const {
  const Colours& colours = Theme::current().colours();
  const QRect rect = cellRect(row, column);
  const Cell cell{row, column};
  const std::optional<double> found = slice_.find(slice_.flatIndex(row, column));
  if (current_ == cell) {
    painter.fillRect(rect, colours.selectionRow);
  } else if (hover_ == cell) {
    painter.fillRect(rect, colours.hover);
  }
  if (!found) {
    painter.setPen(colours.disabledText);
    return painter.drawText(numberRect(row, column), numberAlignment(), QStringLiteral("…"));
  }
  const double value = *found;
  if (!std::isfinite(value)) {
    const int word = painter.fontMetrics().horizontalAdvance(format_.text(value)) + metrics::grid;
    painter.fillRect(rect.adjusted(4, 3, -word - 4, -3), QBrush(colours.nan, Qt::DiagCrossPattern));
  }
  painter.setPen(std::isfinite(value) ? colours.text : colours.nan);
  painter.drawText(numberRect(row, column), numberAlignment(), format_.text(value));
}

void NumberGrid::paintIndexes(QPainter& painter, Cell first, Cell last) const {
  const QRect cells = cellsRect();
  painter.setFont(Theme::current().monoFont());
  painter.setPen(Theme::current().colours().disabledText);
  for (std::int64_t column = first.second; column < last.second; ++column) {
    const int left = cells.left() + static_cast<int>(column - first.second) * columnWidth_;
    const QRect rect(left, columnHeader - 20, columnWidth_ - metrics::grid, 20);
    painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, QString::number(column));
  }
  if (slice_.rowAxis() < 0 && !wrap_) return;
  for (std::int64_t line = first.first; line < last.first; ++line) {
    const int top = cells.top() + static_cast<int>(line - first.first) * cellHeight;
    const QRect rect(0, top, rowHeader_ - metrics::grid, cellHeight);
    if (rect.bottom() > cells.bottom() + 1) break;
    painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(wrap_ ? line * wrap_ : line));
  }
}

void NumberGrid::paintHeaders(QPainter& painter, Cell first, Cell last) const {
  const Colours& colours = Theme::current().colours();
  const QRect cells = cellsRect();
  paintIndexes(painter, first, last);
  painter.setFont(Theme::current().captionFont());
  painter.setPen(colours.dimText);
  const auto title = [&](int axis) {
    return slice_.axisName(axis) + u' ' + countText(slice_.length(axis));
  };
  if (slice_.columnAxis() >= 0) {
    const QRect rect(cells.left() + metrics::grid, 2, cells.width(), 18);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                     title(slice_.columnAxis()) + QStringLiteral(" →"));
  }
  if (slice_.rowAxis() >= 0) {
    const QRect rect(0, columnHeader - 20, rowHeader_ - metrics::grid, 20);
    painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter,
                     slice_.axisName(slice_.rowAxis()) + QStringLiteral(" ↓"));
  }
  painter.setPen(colours.separator);
  painter.drawLine(cells.left() - 1, columnHeader - 18, cells.left() - 1, cells.bottom());
  painter.drawLine(0, columnHeader - 1, viewport()->width(), columnHeader - 1);
}

}  // namespace ng::views
