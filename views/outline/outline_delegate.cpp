// SPDX-License-Identifier: Apache-2.0
// Painting of outline rows.
#include "views/outline/outline_delegate.h"

#include <QPainter>

#include "views/outline/outline_model.h"
#include "views/widgets/fitting_text.h"
#include "views/widgets/number_text.h"

namespace ng::views {

QSize OutlineDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {120, metrics::row};
}

void OutlineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const QRect r = option.rect;
  if (option.state & QStyle::State_Selected)
    painter->fillRect(QRect(0, r.top(), r.right() + 1, r.height()), c.selectionRow);
  else if (option.state & QStyle::State_MouseOver)
    painter->fillRect(QRect(0, r.top(), r.right() + 1, r.height()), c.hover);
  const bool group = index.data(OutlineModel::groupRole).toBool();
  int left = r.left() + 2;
  QString side = group ? countText(index.data(OutlineModel::countRole).toLongLong())
                       : index.data(OutlineModel::detailRole).toString();
  if (!group) {
    const auto family = static_cast<Family>(index.data(OutlineModel::familyRole).toInt());
    painter->fillRect(QRectF(left, r.top() + 5, 3, r.height() - 10), theme.family(family));
    QFont font = theme.uiFont();
    font.setWeight(QFont::DemiBold);
    const QString glyph = index.data(OutlineModel::glyphRole).toString();
    const double wide = QFontMetricsF(font).horizontalAdvance(glyph);
    if (wide > 20) font.setPixelSize(std::max(8, static_cast<int>(font.pixelSize() * 20 / wide)));
    painter->setFont(font);
    painter->setPen(theme.family(family));
    painter->drawText(QRect(left + 4, r.top(), 20, r.height()), Qt::AlignCenter, glyph);
    left += 28;
  }
  int right = r.right() - metrics::grid;
  const auto mark = static_cast<Mark>(index.data(OutlineModel::markRole).toInt());
  if (mark != Mark::none) {
    painter->setFont(theme.titleFont());
    painter->setPen(theme.mark(mark));
    painter->drawText(QRect(right - 12, r.top(), 12, r.height()), Qt::AlignCenter, markText(mark));
    right -= 18;
  }
  const QFont nameFont = group ? theme.titleFont() : theme.tableFont();
  const QString name = index.data(Qt::DisplayRole).toString();
  const auto beside = [&index](int by) {
    const QModelIndex other = index.siblingAtRow(index.row() + by);
    return other.isValid() ? other.data().toString() : QString();  // a row -1 has a model
  };
  const int nameWidth = std::min(QFontMetrics(nameFont).horizontalAdvance(name) + 2, right - left);
  painter->setFont(nameFont);
  painter->setPen(c.text);
  painter->drawText(QRect(left, r.top(), nameWidth, r.height()), Qt::AlignVCenter | Qt::AlignLeft,
                    elidedName(name, {beside(-1), beside(1)}, QFontMetrics(nameFont), nameWidth));
  const int room = right - left - nameWidth - metrics::grid;
  QFont sideFont = group ? theme.captionFont() : theme.monoFont();
  sideFont.setPixelSize(11);
  if (room > 24) {
    painter->setFont(sideFont);
    painter->setPen(c.dimText);
    painter->drawText(QRect(right - room, r.top(), room, r.height()),
                      Qt::AlignVCenter | Qt::AlignRight,
                      QFontMetrics(sideFont).elidedText(side, Qt::ElideRight, room));
  }
  painter->restore();
}

}  // namespace ng::views
