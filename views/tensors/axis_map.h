// SPDX-License-Identifier: Apache-2.0
// Where the axes of a tensor stand, as one word of the command line.
#pragma once

#include "views/widgets/tensor_slice.h"

namespace ng::views {

// "rows=H,columns=W,facets=C,N=5": axes by their names, or by their numbers where names repeat.
// Axes at index 0 are left out.
QString axisMapText(const TensorSlice& slice);
// Cuts so. What is wrong with the word, with the axes there are; empty: it is done.
QString applyAxisMap(const QString& map, TensorSlice& slice);

}  // namespace ng::views
