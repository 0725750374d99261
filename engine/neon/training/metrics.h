// SPDX-License-Identifier: Apache-2.0
// Metrics: error rates and perplexity.
#pragma once

#include <cstdint>

#include "engine/graph/op.h"

namespace ng::neon {

// y: scores over the classes, (Y, N) or (Y, REC, N); class axes are those that are neither batch
// nor recurrent. t: either like y, with ones at the true classes, or labels over y's axes without
// the class axis, which must then be a single axis. Results are per sample: y's axes without the
// class axes, in y's order. Throws an incompatible_axes Error if y has no class axis or t matches
// neither form; a run with a label outside of the classes throws an index Error.

// 1 where the largest score (the first of equal ones) is not that of the true class, else 0.
Op misclassification(const Op& y, const Op& t, Operand::Where line = Operand::Where::current());
// 1 - misclassification.
Op accuracy(const Op& y, const Op& t, Operand::Where line = Operand::Where::current());
// 1 where at least k scores rank above that of the true class, else 0. Equal scores at lower
// indices rank above, so k = 1 is misclassification. Throws a value Error unless 1 <= k <= number
// of classes.
Op top_k_misclassification(const Op& y, const Op& t, std::int64_t k,
                           Operand::Where line = Operand::Where::current());

// exp of the mean of all cross-entropies, a scalar; 2 to the power of the mean if they are in bits.
Op perplexity(const Op& cross_entropy, bool usebits = false,
              Operand::Where line = Operand::Where::current());

// The mean over all axes, a scalar.
Op batch_mean(const Op& per_sample, Operand::Where line = Operand::Where::current());

}  // namespace ng::neon
