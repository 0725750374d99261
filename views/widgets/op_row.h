// SPDX-License-Identifier: Apache-2.0
// An op in a list: its family's stripe, its glyph, its name, its axes; and the same stripe and
// glyph for painters.
#pragma once

#include "engine/session/record.h"
#include "views/widgets/link_row.h"

class QPainter;

namespace ng::views {

inline constexpr int opChipWidth = 28;

// The stripe (4 px, the family's colour) and the glyph within `rect`.
void paintOpChip(QPainter& painter, const QRect& rect, const OpRecord& op);

// A link row for `op`; `label` stands before the name ("x", "2nd operand"), empty for none.
LinkRow* opRow(const OpRecord& op, const QString& label = {});

// The op's axes ("N 128"), "scalar", or the count of its results when there are several.
QString resultText(const OpRecord& op);

}  // namespace ng::views
