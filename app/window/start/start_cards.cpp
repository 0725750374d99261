// SPDX-License-Identifier: Apache-2.0
// Painting of the cards and rows of the start page.
#include "app/window/start/start_cards.h"

#include <QFileInfo>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include "engine/records/document_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {

namespace {

constexpr int pictureHeight = 124;

QPen border(const QAbstractButton& button) {
  const Colours& c = Theme::current().colours();
  const bool lit = button.underMouse() || button.hasFocus();
  return QPen(lit ? c.selection : c.separator, 1);
}

// Elides the second line if the text is longer.
void drawTwoLines(QPainter& painter, const QRect& box, const QString& text) {
  QTextLayout layout(text, painter.font());
  layout.beginLayout();
  QTextLine first = layout.createLine();
  if (first.isValid()) first.setLineWidth(box.width());
  layout.endLayout();
  if (!first.isValid()) return;
  const QFontMetrics metrics = painter.fontMetrics();
  painter.drawText(QPoint(box.left(), box.top() + metrics.ascent()), text.left(first.textLength()));
  painter.drawText(QPoint(box.left(), box.top() + metrics.ascent() + metrics.lineSpacing() + 2),
                   metrics.elidedText(text.mid(first.textLength()), Qt::ElideRight, box.width()));
}

}  // namespace

SampleCard::SampleCard(const QString& path, QWidget* parent)
    : QAbstractButton(parent), path_(path) {
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setFixedSize(sizeHint());
  setText(QFileInfo(path).completeBaseName());
  setToolTip(path);
}

QSize SampleCard::pictureSize() const {
  return {width() - 2, pictureHeight};
}

void SampleCard::setDocument(const DocumentRecordPtr& document) {
  document_ = document;
  update();
}

void SampleCard::setPicture(const QImage& picture) {
  picture_ = picture;
  update();
}

void SampleCard::enterEvent(QEnterEvent*) {
  update();
}
void SampleCard::leaveEvent(QEvent*) {
  update();
}

void SampleCard::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF box = QRectF(rect()).adjusted(.5, .5, -.5, -.5);
  QPainterPath outline;
  outline.addRoundedRect(box, metrics::radius, metrics::radius);
  painter.fillPath(outline, c.card);
  painter.save();
  painter.setClipPath(outline);
  painter.fillRect(QRect(0, 0, width(), pictureHeight), c.canvas);
  if (!picture_.isNull()) painter.drawImage(QRect(QPoint(1, 0), pictureSize()), picture_);
  painter.fillRect(QRect(0, pictureHeight, width(), 1), c.separator);
  painter.restore();
  painter.setPen(border(*this));
  painter.drawPath(outline);
  painter.setFont(theme.titleFont());
  painter.setPen(c.text);
  const QString title =
      document_ && !document_->title.empty() ? QString::fromStdString(document_->title) : text();
  painter.drawText(QRect(12, pictureHeight + 8, width() - 24, 18), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(title, Qt::ElideRight, width() - 24));
  painter.setFont(theme.captionFont());
  painter.setPen(c.dimText);
  QString line = text();
  if (document_ && !document_->description.empty())
    line = QString::fromStdString(document_->description);
  drawTwoLines(painter, QRect(12, pictureHeight + 28, width() - 24, 34), line);
}

TwoLineRow::TwoLineRow(const QString& icon, const QString& first, const QString& second)
    : icon_(icon), second_(second) {
  setText(first);
  setFixedHeight(44);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
}

void TwoLineRow::enterEvent(QEnterEvent*) {
  update();
}
void TwoLineRow::leaveEvent(QEvent*) {
  update();
}

void TwoLineRow::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (isEnabled() && (underMouse() || hasFocus())) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.hover);
    painter.drawRoundedRect(rect(), metrics::radius, metrics::radius);
  }
  theme.icon(icon_).paint(&painter, QRect(10, 14, 16, 16), Qt::AlignCenter,
                          isEnabled() ? QIcon::Normal : QIcon::Disabled);
  painter.setFont(theme.uiFont());
  painter.setPen(isEnabled() ? c.text : c.disabledText);
  painter.drawText(QRect(38, second_.isEmpty() ? 13 : 5, width() - 46, 18), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, width() - 46));
  painter.setFont(theme.captionFont());
  painter.setPen(c.dimText);
  painter.drawText(QRect(38, 22, width() - 46, 16), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(second_, Qt::ElideMiddle, width() - 46));
}

}  // namespace ng::views
