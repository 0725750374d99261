// SPDX-License-Identifier: Apache-2.0
// CodePane: state, mouse and keys.
#include "views/widgets/code/code_pane.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/code/find_bar.h"

namespace ng::views {

CodePane::CodePane(QWidget* parent) : QAbstractScrollArea(parent), findBar_(new FindBar(this)) {
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setCursor(Qt::IBeamCursor);
  makeActions();
  connect(findBar_, &FindBar::textChanged, this, &CodePane::setNeedle);
  connect(findBar_, &FindBar::next, this, [this] { findNext(1); });
  connect(findBar_, &FindBar::previous, this, [this] { findNext(-1); });
  connect(findBar_, &FindBar::closed, this, [this] {
    setNeedle({});
    setFocus();
  });
  connect(&Theme::current(), &Theme::changed, this, [this] { layOut(); });
  layOut();
}

void CodePane::makeActions() {
  const auto add = [this](const QString& text, const QKeySequence& key, auto slot) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, slot);
    addAction(action);
  };
  add(tr("Copy"), QKeySequence::Copy, [this] { copy(); });
  add(tr("Select all"), QKeySequence::SelectAll, [this] { selectAll(); });
  add(tr("Find in the text"), QKeySequence::Find, [this] { openFind(selectedText()); });
  add(tr("Next hit"), QKeySequence(Qt::Key_F3), [this] { findNext(1); });
  add(tr("Previous hit"), QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { findNext(-1); });
}

void CodePane::setCode(CodeText code) {
  const bool keep = code.lineCount() == code_.lineCount();
  const int first = keep ? verticalScrollBar()->value() : 0;
  code_ = std::move(code);
  litLines_.clear();
  anchor_ = head_ = {};
  hoverLine_ = -1;
  setNeedle(needle_);
  layOut();
  verticalScrollBar()->setValue(first);
  if (!keep) horizontalScrollBar()->setValue(0);
}

void CodePane::setLit(const OpSet& ops) {
  std::vector<int> lines = code_.linesOf(ops);
  if (lines == litLines_) return;
  litLines_ = std::move(lines);
  showLit();
  viewport()->update();
}

void CodePane::showLit() {
  const int first = firstVisibleLine(), end = first + visibleLines();
  const bool seen = std::any_of(litLines_.begin(), litLines_.end(),
                                [&](int line) { return line >= first && line < end; });
  if (!seen && !litLines_.empty()) goToLine(litLines_.front());
}

void CodePane::showEvent(QShowEvent* event) {
  QAbstractScrollArea::showEvent(event);
  showLit();
}

void CodePane::layOut() {
  const QFontMetricsF fonts(Theme::current().monoFont());
  charWidth_ = fonts.horizontalAdvance(QStringLiteral("0000000000")) / 10;
  lineHeight_ = static_cast<int>(std::ceil(fonts.height())) + 2;
  verticalScrollBar()->setPageStep(visibleLines());
  verticalScrollBar()->setSingleStep(1);
  verticalScrollBar()->setRange(0, std::max(0, code_.lineCount() - visibleLines()));
  const int wide = static_cast<int>((code_.longestLine() + 2) * charWidth_);
  const int room = viewport()->width() - gutterWidth();
  horizontalScrollBar()->setPageStep(room);
  horizontalScrollBar()->setSingleStep(static_cast<int>(charWidth_ * 4));
  horizontalScrollBar()->setRange(0, std::max(0, wide - room));
  findBar_->placeIn(size());
  viewport()->update();
}

int CodePane::firstVisibleLine() const {
  return verticalScrollBar()->value();
}

int CodePane::visibleLines() const {
  return std::max(1, viewport()->height() / lineHeight_);
}

void CodePane::goToLine(int line) {
  verticalScrollBar()->setValue(line - visibleLines() / 3);
}

QRect CodePane::lineRect(int line) const {
  return {0, (line - firstVisibleLine()) * lineHeight_, viewport()->width(), lineHeight_};
}

int CodePane::gutterWidth() const {
  const int digits = std::max<int>(2, static_cast<int>(QString::number(code_.lineCount()).size()));
  return static_cast<int>(digits * charWidth_) + 3 * metrics::grid;
}

CodePane::Spot CodePane::spotAt(const QPoint& position) const {
  const int line = std::clamp(firstVisibleLine() + position.y() / lineHeight_, 0,
                              std::max(0, code_.lineCount() - 1));
  const double x = position.x() - gutterWidth() + horizontalScrollBar()->value();
  const int length = code_.lineCount() ? static_cast<int>(code_.line(line).size()) : 0;
  return {line, std::clamp(static_cast<int>(std::lround(x / charWidth_)), 0, length)};
}

// ---- search ---------------------------------------------------------------------------------

void CodePane::openFind(const QString& text) {
  findBar_->placeIn(size());
  findBar_->open(text.contains(u'\n') ? QString() : text);
}

void CodePane::setNeedle(const QString& needle) {
  needle_ = needle;
  hits_ = code_.find(needle);
  hit_ = -1;
  const auto below = std::find_if(hits_.begin(), hits_.end(), [this](const CodeText::Place& place) {
    return place.line >= firstVisibleLine();
  });
  if (below != hits_.end()) hit_ = static_cast<int>(below - hits_.begin()) - 1;
  findNext(1);
}

void CodePane::findNext(int step) {
  const int count = hitCount();
  if (count > 0) {
    hit_ = ((hit_ + step) % count + count) % count;
    const int line = hits_[static_cast<std::size_t>(hit_)].line;
    const int first = firstVisibleLine();
    if (line < first || line >= first + visibleLines()) goToLine(line);
  }
  findBar_->setCount(count > 0 ? hit_ + 1 : 0, count);
  viewport()->update();
}

// ---- selected text --------------------------------------------------------------------------

std::pair<int, int> CodePane::selectedColumns(int line) const {
  const auto [from, to] = std::minmax(anchor_, head_);
  if (line < from.line || line > to.line) return {0, 0};
  const int length = static_cast<int>(code_.line(line).size());
  return {line == from.line ? from.column : 0, line == to.line ? to.column : length};
}

QString CodePane::selectedText() const {
  if (anchor_ == head_) return {};
  const auto [from, to] = std::minmax(anchor_, head_);
  QStringList lines;
  for (int line = from.line; line <= to.line; ++line) {
    const auto [start, end] = selectedColumns(line);
    lines << code_.line(line).mid(start, end - start).toString();
  }
  return lines.join(u'\n');
}

void CodePane::selectAll() {
  if (code_.isEmpty()) return;
  anchor_ = {};
  const int last = code_.lineCount() - 1;
  head_ = {last, static_cast<int>(code_.line(last).size())};
  viewport()->update();
}

void CodePane::copy() const {
  const QString text = selectedText();
  QApplication::clipboard()->setText(text.isEmpty() ? code_.text() : text);
}

// ---- mouse ----------------------------------------------------------------------------------

void CodePane::resizeEvent(QResizeEvent*) {
  layOut();
  showLit();
}

void CodePane::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || code_.isEmpty()) return;
  pressed_ = true;
  dragged_ = false;
  head_ = spotAt(event->position().toPoint());
  if (!(event->modifiers() & Qt::ShiftModifier)) anchor_ = head_;
  viewport()->update();
}

void CodePane::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  const Spot spot = spotAt(position);
  if (pressed_) {
    if (spot != head_) dragged_ = true;
    head_ = spot;
    if (position.y() < 0) verticalScrollBar()->triggerAction(QScrollBar::SliderSingleStepSub);
    if (position.y() > viewport()->height()) {
      verticalScrollBar()->triggerAction(QScrollBar::SliderSingleStepAdd);
    }
  }
  const bool onLine = lineRect(spot.line).contains(position) && code_.lineCount() > 0;
  const int hover = onLine && !code_.opsAt(spot.line).empty() ? spot.line : -1;
  if (hover != hoverLine_) {
    hoverLine_ = hover;
    const bool link = hover >= 0 && position.x() < gutterWidth();
    viewport()->setCursor(link ? Qt::PointingHandCursor : Qt::IBeamCursor);
  }
  viewport()->update();
}

void CodePane::mouseReleaseEvent(QMouseEvent* event) {
  if (!pressed_ || event->button() != Qt::LeftButton) return;
  pressed_ = false;
  if (dragged_ || anchor_ != head_) return;
  const Spot spot = spotAt(event->position().toPoint());
  if (lineRect(spot.line).contains(event->position().toPoint())) {
    emit opsClicked(code_.opsAt(spot.line));
  }
}

void CodePane::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || code_.isEmpty()) return;
  const Spot spot = spotAt(event->position().toPoint());
  const QStringView line = code_.line(spot.line);
  const auto wordy = [&](int column) {
    const QChar c = line[column];
    return c.isLetterOrNumber() || c == u'_' || c == u'.' || c == u'%';
  };
  int from = spot.column, to = spot.column;
  while (from > 0 && wordy(from - 1)) --from;
  while (to < line.size() && wordy(to)) ++to;
  anchor_ = {spot.line, from};
  head_ = {spot.line, to};
  viewport()->update();
  if (!code_.opsAt(spot.line).empty()) emit opsActivated(code_.opsAt(spot.line));
}

void CodePane::leaveEvent(QEvent*) {
  hoverLine_ = -1;
  viewport()->update();
}

void CodePane::contextMenuEvent(QContextMenuEvent* event) {
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
}

bool CodePane::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) leaveEvent(event);
  return QAbstractScrollArea::viewportEvent(event);
}

QJsonObject CodePane::drawn() const {
  QJsonArray lit;
  for (const int line : litLines_) lit.append(line + 1);
  return {{"kind", "code"},
          {"lines", code_.lineCount()},
          {"first line", firstVisibleLine() + 1},
          {"last line", std::min(code_.lineCount(), firstVisibleLine() + visibleLines())},
          {"lit lines", lit}};
}

}  // namespace ng::views
