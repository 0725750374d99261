// SPDX-License-Identifier: Apache-2.0
// Paints the line diff of two texts.
#include "views/widgets/code/text_diff.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/code/code_colours.h"

namespace ng::views {
namespace {

constexpr int context = 3;  // equal rows kept on either side of a change

}  // namespace

TextDiff::TextDiff(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  auto* copy = new QAction(tr("Copy the diff"), this);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  connect(copy, &QAction::triggered, this,
          [this] { QApplication::clipboard()->setText(unified()); });
  addAction(copy);
  connect(&Theme::current(), &Theme::changed, this, [this] { layOut(); });
}

void TextDiff::setTexts(const QString& left, const QString& right, Language language) {
  setRows(lineDiff(left, right), language);
}

void TextDiff::setRows(std::vector<DiffRow> rows, Language language) {
  language_ = language;
  rows_ = std::move(rows);
  opened_.clear();
  longest_ = 0;
  for (const DiffRow& row : rows_) longest_ = std::max(longest_, static_cast<int>(row.text.size()));
  fold();
  verticalScrollBar()->setValue(0);
}

void TextDiff::fold() {
  shown_.clear();
  const int size = static_cast<int>(rows_.size());
  for (int i = 0; i < size;) {
    int end = i;
    while (end < size && rows_[static_cast<std::size_t>(end)].mark == DiffMark::same) ++end;
    const int from = i == 0 ? i : std::min(end, i + context);
    const int to = end == size ? end : std::max(from, end - context);
    for (int row = i; row < from; ++row) shown_.push_back({row, 0});
    if (to - from > context && !opened_.contains(from)) {
      shown_.push_back({from, to - from});
    } else {
      for (int row = from; row < to; ++row) shown_.push_back({row, 0});
    }
    for (int row = to; row < end; ++row) shown_.push_back({row, 0});
    for (i = end; i < size && rows_[static_cast<std::size_t>(i)].mark != DiffMark::same; ++i) {
      shown_.push_back({i, 0});
    }
  }
  layOut();
}

void TextDiff::layOut() {
  const QFontMetricsF fonts(Theme::current().monoFont());
  charWidth_ = fonts.horizontalAdvance(QStringLiteral("0000000000")) / 10;
  lineHeight_ = static_cast<int>(std::ceil(fonts.height())) + 2;
  const int page = std::max(1, viewport()->height() / lineHeight_);
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, std::max(0, shownRows() - page));
  const int wide = 2 * numberWidth() + static_cast<int>((longest_ + 4) * charWidth_);
  horizontalScrollBar()->setPageStep(viewport()->width());
  horizontalScrollBar()->setSingleStep(static_cast<int>(4 * charWidth_));
  horizontalScrollBar()->setRange(0, std::max(0, wide - viewport()->width()));
  viewport()->update();
}

int TextDiff::contentHeight() const {
  const int bar = horizontalScrollBar()->maximum() > 0 ? horizontalScrollBar()->height() : 0;
  return std::max(1, shownRows()) * lineHeight_ + bar;
}

int TextDiff::numberWidth() const {
  const auto digits = QString::number(std::max<std::size_t>(10, rows_.size())).size();
  return static_cast<int>(static_cast<double>(digits) * charWidth_) + metrics::grid;
}

QString TextDiff::unified() const {
  QString out;
  for (const DiffRow& row : rows_) {
    const char mark = row.mark == DiffMark::added ? '+' : row.mark == DiffMark::removed ? '-' : ' ';
    out += QLatin1Char(mark) + row.text + u'\n';
  }
  return out;
}

void TextDiff::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), Theme::current().colours().card);
  painter.setFont(Theme::current().monoFont());
  const int first = verticalScrollBar()->value();
  const int last = std::min(shownRows(), first + viewport()->height() / lineHeight_ + 2);
  for (int i = first; i < last; ++i) {
    const QRect rect(0, (i - first) * lineHeight_, viewport()->width(), lineHeight_);
    const Shown& shown = shown_[static_cast<std::size_t>(i)];
    shown.folded ? paintFold(painter, shown, rect) : paintRow(painter, shown, rect);
  }
}

void TextDiff::paintFold(QPainter& painter, const Shown& shown, const QRect& rect) const {
  const Colours& colours = Theme::current().colours();
  painter.fillRect(rect, colours.chrome);
  painter.setPen(colours.dimText);
  painter.setFont(Theme::current().captionFont());
  painter.drawText(rect.adjusted(2 * numberWidth() + metrics::grid, 0, 0, 0),
                   Qt::AlignLeft | Qt::AlignVCenter, tr("%n equal lines", nullptr, shown.folded));
  painter.setFont(Theme::current().monoFont());
}

void TextDiff::paintRow(QPainter& painter, const Shown& shown, const QRect& rect) const {
  const Theme& theme = Theme::current();
  const DiffRow& row = rows_[static_cast<std::size_t>(shown.row)];
  const Mark mark = row.mark == DiffMark::added     ? Mark::added
                    : row.mark == DiffMark::removed ? Mark::removed
                                                    : Mark::none;
  if (mark == Mark::added) painter.fillRect(rect, theme.colours().addedRow);
  if (mark == Mark::removed) painter.fillRect(rect, theme.colours().removedRow);
  const double baseline =
      rect.top() +
      (rect.height() + painter.fontMetrics().ascent() - painter.fontMetrics().descent()) / 2.0;
  const int numbers = numberWidth();
  painter.save();
  painter.setClipRect(rect.adjusted(2 * numbers + 4, 0, 0, 0));
  const double left = 2 * numbers + metrics::grid - horizontalScrollBar()->value();
  painter.setPen(theme.mark(mark));
  if (mark != Mark::none) painter.drawText(QPointF(left, baseline), markText(mark));
  paintCode(painter, QPointF(left + 2 * charWidth_, baseline), charWidth_, row.text, language_);
  painter.restore();
  painter.setPen(theme.colours().disabledText);
  const auto number = [&](int column, int value) {
    const QRect box(column * numbers, rect.top(), numbers - 4, rect.height());
    if (value > 0) painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, QString::number(value));
  };
  number(0, row.left);
  number(1, row.right);
}

void TextDiff::resizeEvent(QResizeEvent*) {
  layOut();
}

void TextDiff::mouseReleaseEvent(QMouseEvent* event) {
  const int at = verticalScrollBar()->value() + event->position().toPoint().y() / lineHeight_;
  if (at < 0 || at >= shownRows() || !shown_[static_cast<std::size_t>(at)].folded) return;
  opened_.insert(shown_[static_cast<std::size_t>(at)].row);
  fold();
}

void TextDiff::contextMenuEvent(QContextMenuEvent* event) {
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
}

QJsonObject TextDiff::description() const {
  const DiffCount count = changes();
  return {{"kind", "text diff"}, {"added", count.added}, {"removed", count.removed}};
}

}  // namespace ng::views
