// SPDX-License-Identifier: Apache-2.0
// Products of the values that share a position.
#pragma once

#include "engine/graph/op.h"

namespace ng {

// For each value the product of the others at its position, 1 if there is none. The axes `own`, of
// values and positions, number the values; the positions' other axes are matched by name. Only
// multiplies, so that derivatives of every order are right at zeros.
Op others_of_position(const Op& values, const Op& positions, const Axes& own);

}  // namespace ng
