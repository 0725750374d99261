// SPDX-License-Identifier: Apache-2.0
// Paints outline rows: groups with their op count; ops with family stripe, glyph, name, axes and,
// if a pass is selected, the mark of its change.
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
