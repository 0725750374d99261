// SPDX-License-Identifier: Apache-2.0
// Matrix products by a library: oneDNN, else Eigen, else plain loops of ours.
#pragma once

#include <string>

#include "engine/runtime/program.h"

namespace ng {

// C = A times B, row-major (see MatrixProduct; D is what C holds). Large ones are split over the pool's threads; what a part
// computes does not depend on how many threads there are.
void matrix_product(const MatrixProduct& product, const std::byte* a, const std::byte* b,
                    std::byte* c);

// Which library computes such a product here: "oneDNN", "Eigen" or "plain loops". The environment's
// NGRAPH_DOT=onednn|eigen|plain asks for one; a missing one gives way to the next.
std::string product_library(DType dtype);

}  // namespace ng
