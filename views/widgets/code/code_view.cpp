// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/code/code_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "views/core/theme/theme.h"
#include "views/widgets/code/code_assistant.h"
#include "views/widgets/code/code_highlighter.h"
#include "views/widgets/code/code_margins.h"
#include "views/widgets/code/code_marks.h"
#include "views/widgets/code/code_search.h"

namespace ng::views {
namespace {

constexpr int tabWidth = 4;
constexpr int stripWidth = 6;
constexpr double leastZoom = 0.5, mostZoom = 4;

}  // namespace

QColor codePaper(bool readOnly) {
  const Colours& colours = Theme::current().colours();
  return readOnly ? colours.card : colours.field;
}

CodeView::CodeView(Use use, QWidget* parent)
    : QPlainTextEdit(parent),
      gutter_(new CodeGutter(this)),
      strip_(new CodeMarkStrip(this)),
      highlighter_(new CodeHighlighter(document())),
      marks_(new CodeMarks(this)),
      search_(new CodeSearch(this)) {
  setFrameShape(NoFrame);
  setLineWrapMode(NoWrap);
  setReadOnly(use == Use::read);
  viewport()->setMouseTracking(true);
  makeActions();
  connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeView::placeMargins);
  connect(this, &QPlainTextEdit::updateRequest, gutter_, [this] { gutter_->update(); });
  connect(this, &QPlainTextEdit::textChanged, this, [this] {
    search_->recount();
    followLines();
  });
  connect(document(), &QTextDocument::contentsChange, this, [this](int, int removed, int added) {
    if (removed + added > 0) marks_->setError({});
  });
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &CodeView::followLines);
  connect(search_, &CodeSearch::changed, this, &CodeView::followLines);
  const auto repaint = [this] {
    for (QWidget* each :
         {viewport(), static_cast<QWidget*>(gutter_), static_cast<QWidget*>(strip_)})
      each->update();
  };
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, repaint);
  connect(marks_, &CodeMarks::changed, this, repaint);
  connect(&Theme::current(), &Theme::changed, this, &CodeView::followTheme);
  followTheme();
}

void CodeView::makeActions() {
  const auto add = [this](const QString& text, const QKeySequence& key, auto slot) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, slot);
    addAction(action);
  };
  if (isReadOnly()) {  // an editable text has these itself
    add(tr("Copy"), QKeySequence::Copy, [this] { copyCode(); });
    add(tr("Select all"), QKeySequence::SelectAll, [this] { selectAll(); });
  }
  add(tr("Find in the text"), QKeySequence::Find, [this] { search_->open(); });
  add(tr("Next match"), Qt::Key_F3, [this] { search_->next(1); });
  add(tr("Previous match"), QKeySequence("Shift+F3"), [this] { search_->next(-1); });
  add(tr("Larger text"), QKeySequence("Ctrl++"), [this] { zoomBy(1.1); });
  add(tr("Smaller text"), QKeySequence("Ctrl+-"), [this] { zoomBy(1 / 1.1); });
  add(tr("Normal text size"), QKeySequence("Ctrl+0"), [this] { zoomBy(1 / zoom_); });
}

void CodeView::followTheme() {
  setStyleSheet(QString("QPlainTextEdit { background: %1; border: none; border-radius: 0; }")
                    .arg(codePaper(isReadOnly()).name()));
  followZoom();
}

void CodeView::followZoom() {
  QFont font = Theme::current().monoFont();
  if (font.pointSizeF() > 0) {
    font.setPointSizeF(font.pointSizeF() * zoom_);
  } else {
    font.setPixelSize(static_cast<int>(std::lround(font.pixelSize() * zoom_)));
  }
  setFont(font);
  setTabStopDistance(tabWidth * QFontMetricsF(font).horizontalAdvance(u'0'));
  placeMargins();
}

void CodeView::placeMargins() {
  const int left = gutter_->wantedWidth();
  setViewportMargins(left, 0, stripWidth, 0);
  const QRect text = viewport()->geometry();
  gutter_->setGeometry(text.left() - left, text.top(), left, text.height());
  strip_->setGeometry(text.right() + 1, text.top(), stripWidth, text.height());
  search_->place();
  followLines();
}

void CodeView::followLines() {
  const int first = firstVisibleLine(), last = first + visibleLines() + 1;
  highlighter_->showLines(first, last);
  setExtraSelections(search_->marks(first, last));
  gutter_->update();
  strip_->update();
}

// ---- the text -------------------------------------------------------------------------------

void CodeView::setCode(CodeText code) {
  const bool keep = code.lineCount() == code_.lineCount();
  const int first = keep ? verticalScrollBar()->value() : 0;
  const bool same = code.text() == code_.text();
  code_ = std::move(code);
  marks_->clear();
  highlighter_->setLanguage(code_.language());
  if (!same) setPlainText(code_.text());
  verticalScrollBar()->setValue(first);
  if (!keep) horizontalScrollBar()->setValue(0);
}

void CodeView::setLanguage(Language language) {
  highlighter_->setLanguage(language);
}

void CodeView::setLit(const OpSet& ops) {
  std::vector<int> lines = code_.linesOf(ops);
  if (lines == marks_->lit()) return;
  marks_->setLit(std::move(lines));
  showLit();
}

void CodeView::showLit() {
  const std::vector<int>& lit = marks_->lit();
  const int first = firstVisibleLine(), end = first + visibleLines();
  const bool seen =
      std::any_of(lit.begin(), lit.end(), [&](int line) { return line >= first && line < end; });
  if (!seen && !lit.empty()) scrollToLine(lit.front());
}

QString CodeView::selectedText() const {
  return textCursor().selection().toPlainText();
}

void CodeView::copyCode() const {
  const QString text = selectedText();
  QApplication::clipboard()->setText(text.isEmpty() ? toPlainText() : text);
}

// ---- lines ----------------------------------------------------------------------------------

int CodeView::firstVisibleLine() const {
  return firstVisibleBlock().blockNumber();
}

int CodeView::visibleLines() const {
  return std::max(1, viewport()->height() / std::max(1, fontMetrics().lineSpacing()));
}

void CodeView::goToLine(int line) {
  const QTextBlock block = document()->findBlockByNumber(line);
  if (!block.isValid()) return;
  setTextCursor(QTextCursor(block));
  centerCursor();
}

void CodeView::scrollToLine(int line) {
  verticalScrollBar()->setValue(line - visibleLines() / 3);
}

QRect CodeView::lineRect(int line) const {
  const QTextBlock block = document()->findBlockByNumber(line);
  const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
  const int top = qRound(box.top());
  return {0, top, viewport()->width(), qRound(box.bottom()) - top};
}

std::optional<int> CodeView::lineAt(int y) const {
  if (document()->isEmpty()) return {};
  const int line = cursorForPosition({0, y}).blockNumber();
  const QRect row = lineRect(line);
  return y >= row.top() && y <= row.bottom() ? std::optional(line) : std::nullopt;
}

void CodeView::zoomBy(double factor) {
  zoom_ = std::clamp(zoom_ * factor, leastZoom, mostZoom);
  const int first = verticalScrollBar()->value();
  followZoom();
  verticalScrollBar()->setValue(first);
}

// ---- events ---------------------------------------------------------------------------------

bool CodeView::event(QEvent* event) {
  const bool done = QPlainTextEdit::event(event);
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show) {
    placeMargins();
    showLit();
  }
  return done;
}

void CodeView::hover(int y) {
  const std::optional<int> line = lineAt(y);
  marks_->setHover(line && !code_.opsAt(*line).empty() ? line : std::nullopt);
}

bool CodeView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Wheel) {
    const auto& wheel = static_cast<QWheelEvent&>(*event);
    if (wheel.modifiers() & Qt::ControlModifier) {
      zoomBy(std::pow(1.1, wheel.angleDelta().y() / 120.0));
      return true;
    }
  }
  const bool done = QPlainTextEdit::viewportEvent(event);
  switch (event->type()) {
    case QEvent::Resize:
      followLines();
      showLit();
      break;
    case QEvent::MouseMove: hover(static_cast<QMouseEvent*>(event)->pos().y()); break;
    case QEvent::Leave: marks_->setHover({}); break;
    default: break;
  }
  return done;
}

void CodeView::contextMenuEvent(QContextMenuEvent* event) {
  const std::unique_ptr<QMenu> menu(isReadOnly() ? new QMenu : createStandardContextMenu());
  if (!isReadOnly()) menu->addSeparator();
  menu->addActions(actions());
  menu->exec(event->globalPos());
}

void CodeView::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->button() == Qt::LeftButton;
  QPlainTextEdit::mousePressEvent(event);
}

void CodeView::mouseReleaseEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseReleaseEvent(event);
  const std::optional<int> line = lineAt(event->pos().y());
  const bool clicked = std::exchange(pressed_, false) && event->button() == Qt::LeftButton;
  if (clicked && line && !textCursor().hasSelection()) emit opsClicked(code_.opsAt(*line));
}

// Selects the word with its register or member marks, for example %zmm1 or ld.global.
void CodeView::mouseDoubleClickEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseDoubleClickEvent(event);
  const std::optional<int> line = lineAt(event->pos().y());
  if (event->button() != Qt::LeftButton || !line) return;
  QTextCursor cursor = cursorForPosition(event->pos());
  const QString text = cursor.block().text();
  const auto inWord = [&](int column) {
    const QChar c = text[column];
    return c.isLetterOrNumber() || c == u'_' || c == u'.' || c == u'%';
  };
  int from = cursor.positionInBlock(), to = from;
  while (from > 0 && inWord(from - 1)) --from;
  while (to < text.size() && inWord(to)) ++to;
  cursor.setPosition(cursor.block().position() + from);
  cursor.setPosition(cursor.block().position() + to, QTextCursor::KeepAnchor);
  if (isReadOnly()) setTextCursor(cursor);
  if (!code_.opsAt(*line).empty()) emit opsActivated(code_.opsAt(*line));
}

void CodeView::keyPressEvent(QKeyEvent* event) {
  if (assistant_ && assistant_->takesKey(*event)) return;
  QPlainTextEdit::keyPressEvent(event);
  if (assistant_) assistant_->afterKey(*event);
}

// Qt 6.4 ends with a segmentation fault where an empty clipboard of X11 is pasted.
void CodeView::insertFromMimeData(const QMimeData* source) {
  if (source && source->hasText()) QPlainTextEdit::insertFromMimeData(source);
}

void CodeView::paintEvent(QPaintEvent* event) {
  {
    QPainter painter(viewport());
    if (!isReadOnly()) painter.fillRect(lineRect(currentLine()), Theme::current().colours().hover);
    const int end = std::min(blockCount(), firstVisibleLine() + visibleLines() + 2);
    for (int line = firstVisibleLine(); line < end; ++line)
      if (const QColor tint = marks_->colour(line); tint.isValid())
        painter.fillRect(lineRect(line), tint);
  }
  QPlainTextEdit::paintEvent(event);
}

QJsonObject CodeView::description() const {
  QJsonArray lit;
  QStringList shown;
  for (const int line : marks_->lit()) lit.append(line + 1);
  const int first = firstVisibleLine(), end = std::min(blockCount(), first + visibleLines());
  for (int line = first; line < end; ++line) shown << document()->findBlockByNumber(line).text();
  QJsonObject part{
      {"kind", "code"},          {"lines", blockCount()},
      {"first line", first + 1}, {"last line", end},
      {"lit lines", lit},        {"text", isReadOnly() ? shown.join(u'\n') : toPlainText()}};
  if (marks_->error()) part["error line"] = *marks_->error() + 1;
  return part;
}

}  // namespace ng::views
