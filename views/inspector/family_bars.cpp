// SPDX-License-Identifier: Apache-2.0
// Bar chart of ops by family.
#include "views/inspector/family_bars.h"

#include <QPainter>
#include <algorithm>

#include "engine/records/graph_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int rowHeight = 20, labelWidth = 88, countWidth = 48;

}  // namespace

std::array<int, 7> countFamilies(const GraphRecord& graph) {
  std::array<int, 7> counts{};
  for (const OpRecord& op : graph.ops) ++counts[static_cast<std::size_t>(op.family)];
  return counts;
}

FamilyBars::FamilyBars(const std::array<int, 7>& counts, QWidget* parent)
    : QWidget(parent), counts_(counts) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize FamilyBars::sizeHint() const {
  const auto rows = 7 - std::count(counts_.begin(), counts_.end(), 0);
  return {240, static_cast<int>(rows) * rowHeight};
}

void FamilyBars::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  const int most = std::max(1, *std::max_element(counts_.begin(), counts_.end()));
  const int room = width() - labelWidth - countWidth;
  int top = 0;
  for (int i = 0; i < 7; ++i) {
    const int count = counts_[static_cast<std::size_t>(i)];
    if (count == 0) continue;
    const auto family = name(static_cast<Family>(i));
    painter.setFont(theme.tableFont());
    painter.setPen(theme.colours().dimText);
    painter.drawText(QRect(0, top, labelWidth, rowHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     QString::fromUtf8(family.data(), static_cast<qsizetype>(family.size())));
    const int wide = std::max(2, room * count / most);
    painter.fillRect(QRect(labelWidth, top + 6, wide, rowHeight - 12),
                     theme.family(static_cast<Family>(i)));
    painter.setFont(theme.monoFont());
    painter.setPen(theme.colours().text);
    painter.drawText(QRect(width() - countWidth, top, countWidth, rowHeight),
                     Qt::AlignRight | Qt::AlignVCenter, countText(count));
    top += rowHeight;
  }
}

}  // namespace ng::views
