// SPDX-License-Identifier: Apache-2.0
// How an array is divided among ranks that combine it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/dtype.h"

namespace ng {

// A slice of the array; each rank combines one part of it. Bytes, below 2^31; parts are whole
// elements, and may be empty.
struct ReduceSlice {
  std::int64_t start = 0;          // from the start of the array
  std::vector<int> bytes, starts;  // of each rank's part, from the start of the slice
  std::shared_ptr<std::vector<std::byte>> received;  // this rank's part of all ranks, by rank
};

// At least one slice, without memory for what is received.
std::vector<ReduceSlice> reduce_slices(std::int64_t count, DType dtype, int ranks);

}  // namespace ng
