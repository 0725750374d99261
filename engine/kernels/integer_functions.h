// SPDX-License-Identifier: Apache-2.0
// Functions of kernels on integers, as in NumPy: results wrap when they are stored in their type,
// and nothing fails: a quotient or remainder by 0 is 0.
#pragma once

#include "engine/base/integer.h"
#include "engine/kernels/expr.h"

namespace ng::kernel {

// Does the function give an integer for integers? Others compute real numbers.
bool takes_integers(Fn fn);
// 1 or 0, of two operands.
bool is_comparison(Fn fn);

// The function's value modulo 2^128. divide rounds toward zero; a power with a negative exponent
// too, so it is 0 unless x is 1 or -1. Requires takes_integers.
Integer evaluate_integers(Fn fn, Integer x, Integer y = 0, Integer z = 0);

}  // namespace ng::kernel
