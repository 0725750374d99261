// SPDX-License-Identifier: Apache-2.0
// Measures the difference of two values of the same shape.
#pragma once

#include "engine/records/debug_record.h"

namespace ng {

// Finds the element with the largest disagreement. `left` and `right` agree if |l - r| is within
// rtol times |r| and the largest |r|, plus `noise`. ULP are those of the coarser of both dtypes.
// The caller fills in op, name, axes and place.
OpDifference difference(const Tensor& left, const Tensor& right, double rtol, double noise);

// Up to `count` elements that differ, measured in the same way: those that disagree first, then by
// their relative difference, then in order. The caller fills in places.
std::vector<ElementDifference> worst_elements(const Tensor& left, const Tensor& right, double rtol,
                                              double noise, std::size_t count);

// left - right, element by element: the double nearest to each difference.
Tensor subtracted(const Tensor& left, const Tensor& right);

// Cosine of the angle between the flattened tensors; NaN if one has zero norm.
double cosine(const Tensor& left, const Tensor& right);

}  // namespace ng
