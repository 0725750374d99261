// SPDX-License-Identifier: Apache-2.0
// The path to the selection and the shown pass in the strip above the canvas.
#pragma once

#include "views/graph/graph_shown.h"

namespace ng::views {

void showCrumbs(const GraphShown& shown);

}  // namespace ng::views
