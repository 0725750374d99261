// SPDX-License-Identifier: Apache-2.0
// Search and painting of palette entries.
#include "app/window/palette/palette_model.h"

#include <QPainter>
#include <algorithm>
#include <optional>

namespace ng::views {

namespace {

// A pattern with a slash, such as "norm0/mean", also names the scope of an op.
std::optional<FuzzyMatch> matchOf(const QString& pattern, const PaletteEntry& entry) {
  if (entry.scope.isEmpty() || !pattern.contains(u'/')) return fuzzyMatch(pattern, entry.title);
  const int before = static_cast<int>(entry.scope.size()) + 1;
  auto match = fuzzyMatch(pattern, entry.scope + u'/' + entry.title);
  if (!match) return match;
  std::erase_if(match->positions, [before](int at) { return at < before; });
  for (int& at : match->positions) at -= before;
  return match;
}

}  // namespace

void PaletteModel::search(const std::vector<PaletteEntry>& entries, const QString& pattern) {
  beginResetModel();
  rows_.clear();
  for (const PaletteEntry& entry : entries) {
    if (auto match = matchOf(pattern, entry)) rows_.push_back({&entry, std::move(*match)});
  }
  found_ = static_cast<int>(rows_.size());
  const auto better = [](const Row& a, const Row& b) {
    if (a.match.score != b.match.score) return a.match.score > b.match.score;
    return a.entry < b.entry;
  };
  const std::size_t kept = std::min<std::size_t>(rows_.size(), longest);
  std::partial_sort(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(kept), rows_.end(),
                    better);
  rows_.resize(kept);
  endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::DisplayRole) return entry(index.row()).title;
  if (role == Qt::ToolTipRole) return entry(index.row()).detail;
  return {};
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {320, metrics::row + 6};
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  const auto* model = static_cast<const PaletteModel*>(index.model());
  const PaletteEntry& entry = model->entry(index.row());
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const QRect box = option.rect;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  if (option.state & QStyle::State_Selected) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(c.selectionRow);
    painter->drawRoundedRect(box.adjusted(4, 0, -4, 0), metrics::radius, metrics::radius);
  }
  if (entry.off) painter->setOpacity(0.55);
  const QIcon icon = entry.action && !entry.action->icon().isNull()
                         ? entry.action->icon()
                         : theme.icon(kindIcon(entry.kind));
  icon.paint(painter, QRect(box.left() + 14, box.center().y() - 7, 16, 16));
  QFont plain = theme.uiFont(), bold = theme.titleFont();
  int x = box.left() + 40;
  const std::vector<int>& lit = model->match(index.row()).positions;
  for (int i = 0; i < entry.title.size(); ++i) {
    const bool on = std::binary_search(lit.begin(), lit.end(), i);
    painter->setFont(on ? bold : plain);
    painter->setPen(on ? c.selection : c.text);
    const QString letter = entry.title.mid(i, 1);
    painter->drawText(QPoint(x, box.center().y() + 5), letter);
    x += painter->fontMetrics().horizontalAdvance(letter);
  }
  painter->setOpacity(1);
  const bool key = entry.kind == PaletteEntry::Kind::command && !entry.off;
  painter->setFont(key ? theme.monoFont() : theme.captionFont());
  painter->setPen(c.dimText);
  const QString detail =
      painter->fontMetrics().elidedText(entry.detail, Qt::ElideRight, box.right() - 20 - (x + 16));
  painter->drawText(QRect(x + 16, box.top(), box.right() - 16 - (x + 16), box.height()),
                    Qt::AlignVCenter | Qt::AlignRight, detail);
  painter->restore();
}

}  // namespace ng::views
