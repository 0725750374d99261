// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QToolTip>

namespace ng::views {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
}

bool ElidedLabel::elided() const {
  return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

QString ElidedLabel::shownText() const {
  if (!elided()) return text();
  static const QRegularExpression separator(QStringLiteral("\\s*·\\s*…$"));
  return fontMetrics()
      .elidedText(text(), Qt::ElideRight, contentsRect().width())
      .replace(separator, QStringLiteral("…"));
}

QSize ElidedLabel::minimumSizeHint() const {
  return {1, QLabel::minimumSizeHint().height()};
}

bool ElidedLabel::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !elided()) return QLabel::event(event);
  QString tip = text();
  if (!toolTip().isEmpty() && toolTip() != tip) tip += u'\n' + toolTip();
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tip, this);
  return true;
}

void ElidedLabel::paintEvent(QPaintEvent* event) {
  if (!elided() || hasSelectedText()) return QLabel::paintEvent(event);
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  painter.drawText(contentsRect(), static_cast<int>(alignment()), shownText());
}

}  // namespace ng::views
