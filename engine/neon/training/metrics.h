// SPDX-License-Identifier: Apache-2.0
// How good scores are: rates of error and perplexity (semantics 7.3).
#pragma once

#include <cstdint>

#include "engine/graph/op.h"

namespace ng::neon {

// y: scores over the classes, (Y, N) or (Y, REC, N); the classes are the axes that are neither
// batch nor recurrent. t: as y, with ones at the true classes; or labels, y's axes without the
// classes, which must then be one axis. Results are per sample: y's axes without the classes, in
// y's order. incompatible_axes Error when y has no classes or t fits neither; a run with a label
// outside the classes throws index Error.

// 1 where the largest score, the first of equals, is not that of the true class, else 0.
Op misclassification(const Op& y, const Op& t);
// 1 where it is.
Op accuracy(const Op& y, const Op& t);
// 1 where k or more scores stand above that of the true class, else 0; equal scores before it stand
// above it, so k = 1 is misclassification. Value Error unless k is within the classes.
Op top_k_misclassification(const Op& y, const Op& t, std::int64_t k);

// exp of the mean of all cross-entropies, a scalar; 2 to its power when they are in bits.
Op perplexity(const Op& cross_entropy, bool usebits = false);

// The mean over all axes, a scalar.
Op batch_mean(const Op& per_sample);

}  // namespace ng::neon
