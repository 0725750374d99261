// SPDX-License-Identifier: Apache-2.0
// Softmax and cross-entropies, plain and in numerically stable form.
#pragma once

#include "engine/ops/reductions/reduction.h"

namespace ng {

// exp(x - max x) / sum; default normalisation axes: all except batch and recurrent.
Op softmax(const Operand& x, const std::optional<Axes>& normalization_axes = {});

// x - max x, and log sum exp(x - max x), over `axes`.
struct ShiftedLogits {
  Op shifted, log_sum;
};
ShiftedLogits shifted_logits(const Op& x, const Axes& axes);
// Their difference: finite also where the softmax is 0.
Op log_softmax(const Op& x, const Axes& axes);

// -sum(t log y) over all axes except batch and recurrent (or as in `over`). If y is a softmax, the
// pass stable_patterns replaces both by the form on logits, whose gradient is (y sum(t) - t) d.
// `usebits` divides by ln 2.
Op cross_entropy_multi(const Operand& y, const Operand& t, const Over& over = {},
                       bool usebits = false);

// -(t log y + (1 - t) log(1 - y)), elementwise, and its sum over `over`. If y is a sigmoid, the
// pass stable_patterns replaces both by the form on logits.
Op cross_entropy_binary_inner(const Operand& y, const Operand& t);
Op cross_entropy_binary(const Operand& y, const Operand& t, const Over& over = {},
                        bool usebits = false);

// The axes over which a softmax normalises.
Axes normalization_axes_of(const Node& node);
// Of a softmax; none for other ops.
std::optional<Axes> softmax_axes(const Node& node);

extern const OpDef softmax_op, cross_entropy_multi_op, cross_entropy_multi_logits_op,
    cross_entropy_binary_inner_op, cross_entropy_binary_logits_op;

}  // namespace ng
