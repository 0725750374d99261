// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/code/code_margins.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/widgets/code/code_marks.h"
#include "views/widgets/code/code_search.h"
#include "views/widgets/code/code_view.h"

namespace ng::views {
namespace {

constexpr int bar = 3;

}  // namespace

CodeGutter::CodeGutter(CodeView* view) : QWidget(view), view_(*view) {
  setMouseTracking(true);
}

int CodeGutter::wantedWidth() const {
  const int digits = std::max<int>(2, static_cast<int>(QString::number(view_.blockCount()).size()));
  return digits * view_.fontMetrics().horizontalAdvance(u'0') + 3 * metrics::grid;
}

void CodeGutter::paintEvent(QPaintEvent*) {
  const Colours& colours = Theme::current().colours();
  QPainter painter(this);
  painter.fillRect(rect(), codePaper(view_.isReadOnly()));
  painter.setFont(view_.font());
  if (view_.document()->isEmpty() && view_.isReadOnly()) return;
  for (int line = view_.firstVisibleLine(); line < view_.blockCount(); ++line) {
    const QRect row = view_.lineRect(line);
    if (row.top() > height()) break;
    const bool error = line == view_.marks().error();
    const bool lit = view_.marks().isLit(line);
    if (const QColor tint = view_.marks().colour(line); tint.isValid())
      painter.fillRect(QRect(0, row.top(), width(), row.height()), tint);
    if (error || lit)
      painter.fillRect(QRect(0, row.top(), bar, row.height()),
                       error ? colours.error : colours.selection);
    const bool strong = lit || (!view_.isReadOnly() && line == view_.currentLine());
    painter.setPen(error ? colours.error : strong ? colours.text : colours.disabledText);
    painter.drawText(QRectF(0, row.top(), width() - 1.5 * metrics::grid, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(line + 1));
  }
}

void CodeGutter::mouseMoveEvent(QMouseEvent* event) {
  const std::optional<int> line = view_.lineAt(event->pos().y());
  const bool link = line && !view_.code().opsAt(*line).empty();
  view_.marks().setHover(link ? line : std::nullopt);
  setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void CodeGutter::mouseReleaseEvent(QMouseEvent* event) {
  const std::optional<int> line = view_.lineAt(event->pos().y());
  if (line && event->button() == Qt::LeftButton) emit view_.opsClicked(view_.code().opsAt(*line));
}

void CodeGutter::leaveEvent(QEvent*) {
  view_.marks().setHover({});
}

void CodeGutter::wheelEvent(QWheelEvent* event) {
  QCoreApplication::sendEvent(view_.viewport(), event);
}

CodeMarkStrip::CodeMarkStrip(CodeView* view) : QWidget(view), view_(*view) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

void CodeMarkStrip::paintEvent(QPaintEvent*) {
  const Colours& colours = Theme::current().colours();
  QPainter painter(this);
  painter.fillRect(rect(), codePaper(view_.isReadOnly()));
  if (view_.blockCount() <= view_.visibleLines()) return;
  const double scale = static_cast<double>(height()) / view_.blockCount();
  const auto mark = [&](int line, const QColor& colour) {
    painter.fillRect(QRectF(1, line * scale, width() - 2, std::max(2.0, scale)), colour);
  };
  for (const int line : view_.search().matchLines()) mark(line, colours.searchMatch);
  for (const int line : view_.marks().lit()) mark(line, colours.selection);
  if (const auto error = view_.marks().error()) mark(*error, colours.error);
}

}  // namespace ng::views
