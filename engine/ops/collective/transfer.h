// SPDX-License-Identifier: Apache-2.0
// Ops that send a value from one rank to another, and that order ops without data between them. The
// pass cut_stages makes them: ranks that run different stages of a net run different graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/ops/collective/collective.h"

namespace ng {

// The other end of a transfer: a rank of the group, and the number that pairs a send with its
// receive (0 .. 32,000).
struct TransferPeer {
  std::int64_t rank = 0, tag = 0;
};

// Hands x over to another rank and does not wait for it. The result, a bool 0, exists when x may be
// overwritten. Gradient: none.
Op send(const Operand& x, const TransferPeer& to, const RankGroup& group = {});
// The value of these axes and type that another rank sends; waits for it, once all of `done` are
// computed. A rank that is alone receives zeros. Gradient: none.
Op receive(const std::vector<Op>& done, const Axes& axes, DType dtype, const TransferPeer& from,
           const RankGroup& group = {});
// x, once all of `done` are computed: orders ops of one rank. Gradient: d.
Op after(const Operand& x, const std::vector<Op>& done);

// The step of a send or receive, on elements of type `memory`; empty for other ops.
std::optional<CollectiveStep> transfer_step_of(const Node& node, DType memory);

// Does the op only copy its first operand, once all others are computed?
bool only_orders(const Node& node);

extern const OpDef send_op, receive_op, after_op;

}  // namespace ng
