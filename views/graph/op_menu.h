// SPDX-License-Identifier: Apache-2.0
// Context menu of an op's card: show its value, kernel and buffer; set a breakpoint or run to it;
// copy its name.
#pragma once

#include "engine/records/records.h"
#include "views/core/view.h"

class QMenu;

namespace ng::views {

// `op` is the selected op. Omits entries that do not apply.
void addOpEntries(QMenu& menu, Workspace& workspace, const OpRecord& op);

}  // namespace ng::views
