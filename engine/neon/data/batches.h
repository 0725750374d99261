// SPDX-License-Identifier: Apache-2.0
// Batches of the arrays of a part: samples gathered, and windows of sequences.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/tensor.h"

namespace ng::neon {

// Places of the first axis, in that order.
Tensor gathered(const Tensor& array, const std::vector<std::int64_t>& places);

// Windows of `length` places of the first axis that begin `stride` apart, as (N, length, rest...).
Tensor windows(const Tensor& sequence, const std::vector<std::int64_t>& numbers,
               std::int64_t length, std::int64_t stride);
// How many whole windows a sequence has.
std::int64_t window_count(std::int64_t sequence, std::int64_t length, std::int64_t stride);

// The elements of the first `samples` places of an axis, one sample after the other: what belongs
// to a batch and does not just fill it up.
std::vector<double> values_of_samples(const Tensor& value, std::size_t batch_axis,
                                      std::int64_t samples);

}  // namespace ng::neon
