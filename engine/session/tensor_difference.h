// SPDX-License-Identifier: Apache-2.0
// How far two values of one shape are apart.
#pragma once

#include "engine/session/debug_record.h"

namespace ng {

// The element at which `left` and `right` agree least, for |l - r| within rtol times |r| and the
// largest |r|, and `noise`. Op, name, axes and place are left to the caller.
OpDifference difference(const Tensor& left, const Tensor& right, double rtol, double noise);

// The cosine of the angle between them, taken as vectors; NaN when one has no length.
double cosine(const Tensor& left, const Tensor& right);

}  // namespace ng
