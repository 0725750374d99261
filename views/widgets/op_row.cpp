// SPDX-License-Identifier: Apache-2.0
// Rows for ops in lists.
#include "views/widgets/op_row.h"

#include <QPainter>

#include "engine/records/op_record.h"
#include "views/core/op_title.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {

void paintOpChip(QPainter& painter, const QRect& rect, const OpRecord& op) {
  const Theme& theme = Theme::current();
  const QRectF stripe(rect.left(), rect.top() + 4, metrics::familyStripe, rect.height() - 8);
  painter.fillRect(stripe, theme.family(op.family));
  painter.setPen(theme.colours().text);
  const QRect room = rect.adjusted(metrics::familyStripe + 1, 0, 0, 0);
  const QString glyph = QString::fromStdString(op.glyph);
  QFont font = theme.uiFont();
  while (font.pixelSize() > 9 && QFontMetrics(font).horizontalAdvance(glyph) > room.width()) {
    font.setPixelSize(font.pixelSize() - 1);
  }
  painter.setFont(font);
  painter.drawText(room, Qt::AlignCenter, glyph);
}

LinkRow* opRow(const OpRecord& op, const QString& label) {
  auto* row = new LinkRow(label, opTitle(op), resultText(op));
  row->setLead(opChipWidth,
               [op](QPainter& painter, const QRect& rect) { paintOpChip(painter, rect, op); });
  row->setToolTip(QString::fromStdString(op.op) + u' ' + QString::fromStdString(op.name));
  return row;
}

LinkRow* opRow(const OpRecord& op, const QStringList& titles, qsizetype place) {
  LinkRow* row = opRow(op);
  row->setTexts({}, titles[place], resultText(op));
  QStringList nearby;
  for (const qsizetype i : {place - 1, place + 1})
    if (i >= 0 && i < titles.size()) nearby << titles[i];
  row->setListedWith(nearby);
  return row;
}

QString resultText(const OpRecord& op) {
  if (op.results.empty()) return {};
  if (op.results.size() > 1)
    return countText(static_cast<std::int64_t>(op.results.size()), "result");
  return axesText(op.results.front().axes);
}

}  // namespace ng::views
