// SPDX-License-Identifier: Apache-2.0
// Batches of the arrays of a part: samples gathered, and windows of sequences.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/neon/data/batch_order.h"
#include "engine/neon/data/data_set.h"

namespace ng::neon {

// Places of the first axis, in that order.
Tensor gathered(const Tensor& array, const std::vector<std::int64_t>& places);

// Windows of `length` places of the first axis that begin `stride` apart, as (N, length, rest...).
Tensor windows(const Tensor& sequence, const std::vector<std::int64_t>& numbers,
               std::int64_t length, std::int64_t stride);
// How many whole windows a sequence has.
std::int64_t window_count(std::int64_t sequence, std::int64_t length, std::int64_t stride);

}  // namespace ng::neon
