// SPDX-License-Identifier: Apache-2.0
// Kernels that compute the rows of a matrix independently of each other.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/kernels/kernel.h"

namespace ng {

// `rows` rows are computed by `iterations` iterations of the parallel loop; one of both is 1.
struct RowIterations {
  std::int64_t rows = 1, iterations = 1;
  bool operator==(const RowIterations&) const = default;
};

// How the parallel loop loads and stores the rows of parameter `buffer` (`rows` x `columns`): one
// or several in each iteration, or one in `columns` iterations, if rows and columns are collapsed
// into one loop. None if an iteration accesses others.
std::optional<RowIterations> row_iterations(const kernel::Kernel& kernel, int buffer,
                                            std::int64_t rows, std::int64_t columns);

}  // namespace ng
