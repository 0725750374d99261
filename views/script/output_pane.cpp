// SPDX-License-Identifier: Apache-2.0
#include "views/script/output_pane.h"

#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>

#include "views/core/theme/theme.h"
#include "views/script/output_highlighter.h"
#include "views/script/traceback.h"

namespace ng::views {

namespace {

constexpr int mostLines = 10000;
constexpr int longestLine = 4000;

}  // namespace

QString withoutTerminalCodes(const QString& printed) {
  static const QRegularExpression codes("\x1b\\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|[\\x00\\x07]");
  return printed.contains(u'\x1b') || printed.contains(u'\x07') || printed.contains(QChar(u'\0'))
             ? QString(printed).remove(codes)
             : printed;
}

OutputPane::OutputPane(QWidget* parent) : QPlainTextEdit(parent) {
  setObjectName("scriptOutput");
  setFrameShape(NoFrame);
  setReadOnly(true);
  setUndoRedoEnabled(false);
  setMaximumBlockCount(mostLines);
  document()->setDocumentMargin(metrics::grid);
  setLineWrapMode(NoWrap);
  viewport()->setMouseTracking(true);
  new OutputHighlighter(document());
  const auto fonts = [this] { setFont(Theme::current().monoFont()); };
  connect(&Theme::current(), &Theme::changed, this, fonts);
  fonts();
}

void OutputPane::begin() {
  clear();
  placeFile_.clear();
  openLine_.clear();
  placeLine_ = 0;
}

void OutputPane::replaceLastLine(const QString& text) {
  QTextCursor cursor(document());
  cursor.movePosition(QTextCursor::End);
  cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
  cursor.insertText(text);
}

// Joins the lines first, to need only one insertion.
void OutputPane::append(const QString& printed) {
  const bool atEnd = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 1;
  const QString all = openLine_ + withoutTerminalCodes(printed);
  QStringList lines = QString(all).replace("\r\n", "\n").split(u'\n');
  openLine_ = lines.back().left(longestLine + 1);
  for (QString& line : lines) {
    // Text after the last carriage return replaces the text before it.
    while (line.endsWith(u'\r')) line.chop(1);
    line = line.mid(line.lastIndexOf(u'\r') + 1);
    if (line.size() > longestLine) line = line.left(longestLine) + QString::fromUtf8(" …");
    noticePlaces(line);
  }
  replaceLastLine(lines.join(u'\n'));
  if (atEnd) verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void OutputPane::note(const QString& text) {
  const bool fresh = openLine_.isEmpty();
  openLine_.clear();
  QTextCursor cursor(document());
  cursor.movePosition(QTextCursor::End);
  cursor.insertText((fresh ? "" : "\n") + text + "\n");
  verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void OutputPane::noticePlaces(const QString& printed) {
  const auto place = placeIn(printed);
  if (!place) return;
  placeFile_ = place->file;
  placeLine_ = place->line;
}

bool OutputPane::followLink(const QPoint& position, bool go) {
  const QTextCursor cursor = cursorForPosition(position);
  const auto place = placeIn(cursor.block().text());
  const int column = cursor.positionInBlock();
  const bool over = place && column >= place->start && column < place->start + place->length;
  if (over && go) emit placeClicked(place->file, place->line);
  return over;
}

void OutputPane::mouseMoveEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseMoveEvent(event);
  const bool link = followLink(event->position().toPoint(), false);
  viewport()->setCursor(link ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void OutputPane::mouseReleaseEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseReleaseEvent(event);
  if (!textCursor().hasSelection()) followLink(event->position().toPoint(), true);
}

}  // namespace ng::views
