// SPDX-License-Identifier: Apache-2.0
// Functions of float32 and float64 that keep their digits near 0, where their textbook formulas
// cancel them, and are finite wherever their results are.
#pragma once

#include "engine/graph/op.h"

namespace ng::onnx {

// The elements of `value` with the derivatives of `formula`, which is finite and loses digits only
// in its own elements.
Op differentiated_as(const Op& formula, const Op& value);

Op exp_minus_one(const Op& x);  // exp(x) - 1 = tanh(x / 2) (exp(x) + 1)
Op log_one_plus(const Op& x);   // Kahan: log(u) x / (u - 1), where u = 1 + x as it is rounded
Op sinc(const Op& x);           // sin(πx) / (πx), 1 at 0

Op sinh(const Op& x);
Op cosh(const Op& x);
Op asinh(const Op& x);
Op acosh(const Op& x);  // NaN below 1
Op atanh(const Op& x);  // NaN beyond -1 and 1
Op cube_root(const Op& x);

}  // namespace ng::onnx
