// SPDX-License-Identifier: Apache-2.0
// Matmul (gemm) of floats by a library: oneDNN, else Eigen, else plain loops.
#pragma once

#include <functional>
#include <string>

#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

// Called for finished rows of C, on the thread that computed them.
using RowsMade = std::function<void(std::int64_t row, std::int64_t rows)>;

// C = A B, row-major (see Matmul; D is the initial content of C). Large matmuls are split
// over the pool's threads, by rows only if `rows_made` is set. The partition depends on the sizes
// only.
void gemm(const Matmul& matmul, const std::byte* a, const std::byte* b, std::byte* c,
          StepScratch& scratch, const RowsMade& rows_made = nullptr);
// Calls `rows_made` for all rows, in parts on the pool's threads.
void share_rows(std::int64_t rows, const RowsMade& rows_made);
// Scratch bytes: at most 1 MiB per thread.
std::int64_t matmul_scratch(const Matmul& matmul);

// C = A B of float32 on this thread, at once; rows of stored A and B lie lda and ldb elements
// apart, those of C n.
void gemm_block(const Matmul& matmul, const float* a, std::int64_t lda, const float* b,
                std::int64_t ldb, float* c);

// The library for matmuls of this dtype: "oneDNN", "Eigen" or "plain loops". The environment
// variable NGRAPH_DOT=onednn|eigen|plain selects one; if it is missing, the next one is used.
std::string matmul_library(DType dtype);
// The same for one matmul; "engine loops" for integers, and if C is a single row or column.
std::string matmul_library(const Matmul& matmul);

}  // namespace ng
