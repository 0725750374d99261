// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/code/numbered_edit.h"

#include <QPainter>
#include <QTextBlock>

#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

constexpr int tabWidth = 4;

class Gutter : public QWidget {
 public:
  explicit Gutter(NumberedEdit* editor) : QWidget(editor), editor_(editor) {}

 protected:
  void paintEvent(QPaintEvent* event) override { editor_->paintGutter(this, event->rect()); }

 private:
  NumberedEdit* editor_;
};

}  // namespace

NumberedEdit::NumberedEdit(QWidget* parent) : QPlainTextEdit(parent), gutter_(new Gutter(this)) {
  setFrameShape(NoFrame);
  setLineWrapMode(NoWrap);
  connect(this, &QPlainTextEdit::blockCountChanged, this, &NumberedEdit::placeGutter);
  connect(this, &QPlainTextEdit::updateRequest, gutter_, [this](const QRect& rect, int dy) {
    dy != 0 ? gutter_->scroll(0, dy)
            : gutter_->update(0, rect.y(), gutter_->width(), rect.height());
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] { mark(); });
  connect(document(), &QTextDocument::contentsChange, this, [this](int, int removed, int added) {
    if (removed + added > 0) setErrorLine(0);
  });
  connect(&Theme::current(), &Theme::changed, this, &NumberedEdit::followTheme);
  followTheme();
}

void NumberedEdit::followTheme() {
  QFont font = Theme::current().monoFont();
  font.setStyleStrategy(QFont::PreferNoShaping);  // no ligatures: "<=" is two characters
  setFont(font);
  setTabStopDistance(tabWidth * QFontMetricsF(font).horizontalAdvance(u'0'));
  placeGutter();
  mark();
}

int NumberedEdit::line() const {
  return textCursor().blockNumber() + 1;
}

void NumberedEdit::goToLine(int line) {
  const QTextBlock block = document()->findBlockByNumber(line - 1);
  if (!block.isValid()) return;
  setTextCursor(QTextCursor(block));
  centerCursor();
}

void NumberedEdit::setErrorLine(int line) {
  if (line == errorLine_) return;
  errorLine_ = line;
  mark();
}

int NumberedEdit::gutterWidth() const {
  const int digits = std::max<int>(2, static_cast<int>(QString::number(blockCount()).size()));
  return digits * QFontMetrics(font()).horizontalAdvance(u'0') + 3 * metrics::grid;
}

void NumberedEdit::placeGutter() {
  setViewportMargins(gutterWidth(), 0, 0, 0);
  const QRect inside = contentsRect();
  gutter_->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
}

void NumberedEdit::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeGutter();
}

void NumberedEdit::paintGutter(QWidget* gutter, const QRect& rect) {
  const Colours& colours = Theme::current().colours();
  QPainter painter(gutter);
  painter.fillRect(rect, colours.field);
  painter.setFont(font());
  QTextBlock block = firstVisibleBlock();
  double top = blockBoundingGeometry(block).translated(contentOffset()).top();
  const int current = line();
  for (; block.isValid() && top <= rect.bottom(); block = block.next()) {
    const double height = blockBoundingRect(block).height();
    const int number = block.blockNumber() + 1;
    const QRectF cell(0, top, gutter->width() - 1.5 * metrics::grid, height);
    if (number == errorLine_) {
      painter.fillRect(QRectF(0, top, 3, height), colours.error);
      painter.setPen(colours.error);
    } else {
      painter.setPen(number == current ? colours.text : colours.disabledText);
    }
    painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
    top += height;
  }
}

void NumberedEdit::mark() {
  const Colours& colours = Theme::current().colours();
  QList<QTextEdit::ExtraSelection> marks;
  const auto tint = [&](QTextCursor cursor, const QColor& colour) {
    QTextEdit::ExtraSelection whole;
    whole.format.setBackground(colour);
    whole.format.setProperty(QTextFormat::FullWidthSelection, true);
    cursor.clearSelection();
    whole.cursor = cursor;
    marks << whole;
  };
  tint(textCursor(), colours.hover);
  const QTextBlock wrong = document()->findBlockByNumber(errorLine_ - 1);
  if (wrong.isValid()) tint(QTextCursor(wrong), colours.removedRow);
  addMarks(marks);
  setExtraSelections(marks);
  gutter_->update();
}

}  // namespace ng::views
