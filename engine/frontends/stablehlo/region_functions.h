// SPDX-License-Identifier: Apache-2.0
// What a region of an op computes, if it is one of the functions that rows know. `outside` gives
// constants that the region reads.
#pragma once

#include <string>

#include "engine/frontends/stablehlo/scalar_evaluator.h"

namespace ng::stablehlo {

// Of a region with two scalars: "add", "maximum" … if it applies this op to both, also in a wider
// type; "second" if it returns its second argument. Empty for others.
std::string binary_function(const Block& block);

// Of a reduction of values and their positions: "argmax" or "argmin", with the lower position of
// equal values. Empty for others.
std::string position_function(const Module& module, const Block& block,
                              const ScalarEvaluator::Outside& outside);

// Of a sort or of the selection in windows: an operand whose elements it compares, and whether the
// first one is the smaller.
struct Comparison {
  std::size_t operand = 0;
  bool ascending = true;
};
// The operands that it compares, one after the other if elements are equal. Empty if it compares in
// another way.
std::vector<Comparison> comparisons_of(const Module& module, const Block& block,
                                       const ScalarEvaluator::Outside& outside);

}  // namespace ng::stablehlo
