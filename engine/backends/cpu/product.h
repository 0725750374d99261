// SPDX-License-Identifier: Apache-2.0
// Matrix products by a library: oneDNN, else Eigen, else plain loops of ours.
#pragma once

#include <functional>
#include <string>

#include "engine/backends/cpu/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

// Called for rows of C when they are made, on the thread that made them.
using RowsMade = std::function<void(std::int64_t row, std::int64_t rows)>;

// C = A times B, row-major (see MatrixProduct; D is what C holds). Large ones are split over the
// pool's threads, by rows alone where `rows_made` is given; an element is the same however C is
// split.
void matrix_product(const MatrixProduct& product, const std::byte* a, const std::byte* b,
                    std::byte* c, StepScratch& scratch, const RowsMade& rows_made = nullptr);
// Bytes of scratch that it needs: at most 1 MiB.
std::int64_t product_scratch(const MatrixProduct& product);

// Which library computes such a product here: "oneDNN", "Eigen" or "plain loops". The environment's
// NGRAPH_DOT=onednn|eigen|plain asks for one; a missing one gives way to the next.
std::string product_library(DType dtype);
// Who computes this one: the same, or "loops of the engine" where C is one row or one column.
std::string product_library(const MatrixProduct& product);

}  // namespace ng
