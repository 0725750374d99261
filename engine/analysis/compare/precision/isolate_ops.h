// SPDX-License-Identifier: Apache-2.0
// Cuts the ops of a computation apart, so that each can be computed from given operands.
#pragma once

#include <span>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct IsolatedOps {
  Op computation;                // returns the ops that could be cut out
  std::vector<std::size_t> ops;  // the index of each of them
  std::vector<Value> sources;    // values of the original graph that its parameters take
};

// `ops` are ops of `computation`; `built` are the same ops as they are to be computed, in another
// precision. Each operand becomes a parameter. Left out are derivatives, random samples, exchanges
// between ranks, ops with an operand whose value depends on the order of a sequence, and loops that
// were built with fewer operands.
IsolatedOps isolate_ops(const Op& computation, std::span<const Value> ops,
                        std::span<const Value> built);

}  // namespace ng
