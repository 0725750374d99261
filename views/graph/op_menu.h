// SPDX-License-Identifier: Apache-2.0
// What a right click on a card offers of its op: to go to its value, kernel and buffer, to halt or
// run there, to copy its name.
#pragma once

#include "engine/session/record.h"
#include "views/core/view.h"

class QMenu;

namespace ng::views {

// `op` is selected. What it has not is left out.
void addOpEntries(QMenu& menu, Workspace& workspace, const OpRecord& op);

}  // namespace ng::views
