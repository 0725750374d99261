// SPDX-License-Identifier: Apache-2.0
// Rows of the outline: a group with its count at the right; an op with stripe, glyph, name, axes
// and, while a pass is shown, its mark.
#pragma once

#include <QStyledItemDelegate>

namespace ng::views {

class OutlineDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace ng::views
