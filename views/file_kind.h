// SPDX-License-Identifier: Apache-2.0
// Which files open in a view of their own, next to the document.
#pragma once

#include "views/view_table.h"

namespace ng::views {

FileKind fileKindOf(const QString& path);  // by its suffix and, for JSON, its first bytes

}  // namespace ng::views
