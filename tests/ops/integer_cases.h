// SPDX-License-Identifier: Apache-2.0
// Ops over integers up to the limits of their types, with the values that the machine's own integer
// arithmetic gives: shared by the tests of all transformers.
#pragma once

#include <string>
#include <vector>

#include "engine/ngraph.h"

namespace ng {

// Functions of two operands of one type, computed by one computation.
struct IntegerCases {
  struct Result {
    std::string name;  // "multiply"
    Op op;
    Tensor expected;
  };
  std::string name;  // "int64, 81 elements"
  Op x, y;           // placeholders
  Tensor x_value, y_value;
  std::vector<Result> results;
};

// Every function in every integer type, over every pair of the values at the type's limits.
// `repeats`: how often the pairs are repeated, so that kernels share the work among threads.
std::vector<IntegerCases> integer_cases(std::int64_t repeats);

// int64 and uint64 converted to float types, chosen from into float types, compared with other
// types and reduced to positions, at values that two roundings, or one to double, would change.
std::vector<IntegerCases> long_integer_cases(std::int64_t repeats);

// What differs from the expected values, a line for each result; empty: nothing.
std::string integer_faults(const IntegerCases& cases, const std::string& transformer, bool fused);

}  // namespace ng
