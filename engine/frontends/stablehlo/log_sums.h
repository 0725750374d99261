// SPDX-License-Identifier: Apache-2.0
// Finds log(exp(a) + exp(b)) where it is written as max(a, b) + log(1 + exp(-|a - b|)), as JAX
// does.
#pragma once

#include <string>
#include <unordered_set>

#include "engine/formats/stablehlo/stablehlo_module.h"

namespace ng::stablehlo {

// The results of these maxima. If the gradient of equal operands goes to the first, and that of |0|
// is 1, the derivatives of the sum are right also where a is b.
std::unordered_set<std::string> maxima_of_log_sums(const Block& block);

}  // namespace ng::stablehlo
