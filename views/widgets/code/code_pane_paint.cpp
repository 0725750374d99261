// SPDX-License-Identifier: Apache-2.0
// CodePane painting: gutter, highlighted lines, tokens, search hits, and the strip of marks.
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/widgets/code/code_colours.h"
#include "views/widgets/code/code_pane.h"

namespace ng::views {
namespace {

constexpr int litBar = 3;

}  // namespace

void CodePane::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Colours& colours = Theme::current().colours();
  painter.fillRect(viewport()->rect(), colours.card);
  painter.setFont(Theme::current().monoFont());
  const int first = firstVisibleLine();
  const int last = std::min(code_.lineCount(), first + visibleLines() + 2);
  for (int line = first; line < last; ++line) paintBackground(painter, line, lineRect(line));
  painter.save();
  painter.setClipRect(gutterWidth() - 4, 0, viewport()->width(), viewport()->height());
  for (int line = first; line < last; ++line) paintLine(painter, line, lineRect(line));
  painter.restore();
  const int numbersRight = gutterWidth() - 2 * metrics::grid;
  for (int line = first; line < last; ++line) {
    const bool lit = std::binary_search(litLines_.begin(), litLines_.end(), line);
    painter.setPen(lit ? colours.text : colours.disabledText);
    const QRect box(0, lineRect(line).top(), numbersRight, lineHeight_);
    painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, QString::number(line + 1));
  }
  paintMarks(painter);
}

void CodePane::paintBackground(QPainter& painter, int line, const QRect& rect) const {
  const Colours& colours = Theme::current().colours();
  if (std::binary_search(litLines_.begin(), litLines_.end(), line)) {
    painter.fillRect(rect, colours.selectionRow);
    painter.fillRect(QRect(rect.left(), rect.top(), litBar, rect.height()), colours.selection);
  } else if (line == hoverLine_) {
    painter.fillRect(rect, colours.hover);
  }
  const double left = gutterWidth() - horizontalScrollBar()->value();
  const auto box = [&](int from, int length) {
    return QRectF(left + from * charWidth_, rect.top(), length * charWidth_, rect.height());
  };
  painter.save();
  painter.setClipRect(QRect(gutterWidth() - 4, 0, viewport()->width(), viewport()->height()));
  const auto before = [](const CodeText::Place& place, int wanted) { return place.line < wanted; };
  auto hit = std::lower_bound(hits_.begin(), hits_.end(), line, before);
  for (; hit != hits_.end() && hit->line == line; ++hit) {
    painter.fillRect(box(hit->column, hit->length), colours.searchHit);
  }
  const auto [from, to] = selectedColumns(line);
  if (to > from) {
    QColor fill = colours.selection;
    fill.setAlphaF(0.35F);
    painter.fillRect(box(from, to - from), fill);
  }
  painter.restore();
}

void CodePane::paintLine(QPainter& painter, int line, const QRect& rect) const {
  const QStringView text = code_.line(line);
  const double left = gutterWidth() - horizontalScrollBar()->value();
  const double baseline =
      rect.top() +
      (rect.height() + painter.fontMetrics().ascent() - painter.fontMetrics().descent()) / 2.0;
  paintCode(painter, QPointF(left, baseline), charWidth_, text, code_.tokens(line));
  const auto before = [](const CodeText::Place& place, int wanted) { return place.line < wanted; };
  auto hit = std::lower_bound(hits_.begin(), hits_.end(), line, before);
  painter.setPen(Theme::current().colours().onSearchHit);
  for (; hit != hits_.end() && hit->line == line; ++hit) {
    paintColumns(painter, QPointF(left + hit->column * charWidth_, baseline), charWidth_,
                 text.mid(hit->column, hit->length));
  }
}

void CodePane::paintMarks(QPainter& painter) const {
  if (code_.lineCount() <= visibleLines()) return;
  const Colours& colours = Theme::current().colours();
  const double scale = static_cast<double>(viewport()->height()) / code_.lineCount();
  const auto mark = [&](int line, const QColor& colour) {
    const QRectF box(viewport()->width() - 5, line * scale, 4, std::max(2.0, scale));
    painter.fillRect(box, colour);
  };
  for (const CodeText::Place& place : hits_) mark(place.line, colours.searchHit);
  for (const int line : litLines_) mark(line, colours.selection);
}

}  // namespace ng::views
