// SPDX-License-Identifier: Apache-2.0
// Matches of the palette, best first, and painting of rows with matched letters highlighted.
#pragma once

#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include "app/window/palette/fuzzy.h"
#include "app/window/palette/palette_entries.h"

namespace ng::views {

class PaletteModel : public QAbstractListModel {
  Q_OBJECT

 public:
  static constexpr int longest = 200;  // maximum number of rows; found() counts all matches

  using QAbstractListModel::QAbstractListModel;
  void search(const std::vector<PaletteEntry>& entries, const QString& pattern);
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  const PaletteEntry& entry(int row) const { return *rows_[static_cast<std::size_t>(row)].entry; }
  const FuzzyMatch& match(int row) const { return rows_[static_cast<std::size_t>(row)].match; }
  int found() const { return found_; }

 private:
  struct Row {
    const PaletteEntry* entry;
    FuzzyMatch match;
  };
  std::vector<Row> rows_;
  int found_ = 0;
};

class PaletteDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace ng::views
