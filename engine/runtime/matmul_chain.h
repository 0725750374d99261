// SPDX-License-Identifier: Apache-2.0
// Two batches of matmuls with a kernel between them that computes row by row, as in attention:
// scores, their softmax, and its product with the values. A block of rows can pass through all
// three steps before the next one begins, so that the scores need not reach memory.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/runtime/program.h"
#include "engine/runtime/row_iterations.h"

namespace ng {

struct MatmulChain {
  RowIterations each;  // how the kernel computes rows; those of one iteration are of one product
  std::size_t scores = 0;  // the first result's place among the kernel's reads
};

// Do steps `step`, `step` + 1 (the kernel) and `step` + 2 form a chain? The result of each of the
// first two is read by the next step only, all products of a batch lie one after the other in it,
// and the last result is no operand of the first two.
std::optional<MatmulChain> matmul_chain_at(const Program& program, std::size_t step);

// Are the products of a batch, as rows of one matrix, next to each other in C?
bool has_contiguous_results(const Matmul& matmul);

}  // namespace ng
