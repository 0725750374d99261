// SPDX-License-Identifier: Apache-2.0
// Which files open in a view of their own, next to the document.
#pragma once

#include "views/view_table.h"

namespace ng::views {

FileKind fileKindOf(const QString& path);  // by its suffix, or by its content

}  // namespace ng::views
