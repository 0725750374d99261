// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/mpi/reduce_slices.h"

#include <algorithm>

namespace ng {
namespace {

// Large enough for MPI's latency to be small, small enough to stay in the cache between being
// received and combined.
constexpr std::int64_t part_bytes = 1 << 20;
constexpr std::int64_t most_slice_bytes = 1 << 30;

}  // namespace

std::vector<ReduceSlice> reduce_slices(std::int64_t count, DType dtype, int ranks) {
  const auto size = static_cast<std::int64_t>(size_of(dtype));
  const std::int64_t most = std::min(part_bytes * ranks, most_slice_bytes) / size;
  std::vector<ReduceSlice> slices;
  for (std::int64_t start = 0; start < count || slices.empty(); start += most) {
    const std::int64_t length = std::min(most, count - start);
    ReduceSlice& slice = slices.emplace_back();
    slice.start = start * size;
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
      const std::int64_t first = length * rank / ranks, end = length * (rank + 1) / ranks;
      slice.starts.push_back(static_cast<int>(first * size));
      slice.bytes.push_back(static_cast<int>((end - first) * size));
    }
  }
  return slices;
}

}  // namespace ng
