// SPDX-License-Identifier: Apache-2.0
// A row for an op in a list: its family's stripe, glyph, name and axes; and the stripe and glyph
// for painters.
#pragma once

#include "engine/records/records.h"
#include "views/widgets/link_row.h"

class QPainter;

namespace ng::views {

inline constexpr int opChipWidth = 28;

// Paints the stripe (4 px, the family's colour) and the glyph within `rect`.
void paintOpChip(QPainter& painter, const QRect& rect, const OpRecord& op);

// A link row for `op`; `label` precedes the name ("x", "2nd operand"), empty for none.
LinkRow* opRow(const OpRecord& op, const QString& label = {});
// The row at `place` of a list of ops with these titles.
LinkRow* opRow(const OpRecord& op, const QStringList& titles, qsizetype place);

// The op's axes ("N 128"), "scalar", or the number of its results if it has several.
QString resultText(const OpRecord& op);

}  // namespace ng::views
