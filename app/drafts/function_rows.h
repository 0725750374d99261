// SPDX-License-Identifier: Apache-2.0
// The functions of the edit syntax, as rows of the palette.
#pragma once

#include <vector>

#include "views/core/editor.h"

namespace ng::views {

std::vector<FunctionRow> functionRows();

}  // namespace ng::views
