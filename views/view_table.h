// SPDX-License-Identifier: Apache-2.0
// Every view of the window, in the order of the View menu and of the dock tabs.
#pragma once

#include <span>

#include "views/core/view.h"

namespace ng::views {

std::span<const View> viewTable();
// Null: no view has this id, task or kind of files.
const View* findView(const QString& id);
const View* findView(Task task);
const View* findView(FileKind kind);

}  // namespace ng::views
