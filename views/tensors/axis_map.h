// SPDX-License-Identifier: Apache-2.0
// Text form of the axis placement of a tensor, as used on the command line.
#pragma once

#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {

// E.g. "rows=H,columns=W,facets=C,N=5". Axes are named, or numbered if names repeat. Axes at index
// 0 are omitted.
QString axisMapText(const TensorSlice& slice);
// Applies an axis map to `slice`. Returns an error message that lists the axes; empty: success.
QString applyAxisMap(const QString& map, TensorSlice& slice);

}  // namespace ng::views
