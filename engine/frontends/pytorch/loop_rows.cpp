// SPDX-License-Identifier: Apache-2.0
// What the converter adds for a while_loop: the values of its counters, and how often it runs.
#include <algorithm>

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

// The counter in an iteration, from its first value.
void counter(NodeContext& n) {
  const ItemPtr start = n.shared(1), step_by = integer(n.integer("step", 1));
  const ItemPtr more = step(n, "Mul", {n.shared(0), step_by});
  give(n, step(n, "Add", {start, cast(n, more, start->dtype())}));
}

// The iterations until the first of the counters, whose first values are the inputs, is at its end.
void trips(NodeContext& n) {
  const Integers steps = n.list("steps"), ends = n.list("ends");
  std::int64_t least = INT64_MAX;
  for (std::size_t i = 0; i < n.count(); ++i) {
    const std::int64_t start = n.integers(i, "the first value of its counter").at(0);
    const std::int64_t size = std::abs(steps.at(i));
    const std::int64_t distance = steps[i] > 0 ? ends.at(i) - start : start - ends.at(i);
    least = std::min(least, distance <= 0 ? 0 : (distance + size - 1) / size);
  }
  give(n, integer(least));
}

void refuse_vmap(NodeContext&) {
  NodeContext::refuse(
      "it is a part of torch.vmap; export the program again with "
      "run_decompositions()");
}

constexpr OpRow rows[] = {
    {"loop.counter", 1, 0, counter},
    {"loop.trips", 1, 0, trips},
    {"torch._functorch.predispatch._add_batch_dim", 1, 0, refuse_vmap},
    {"torch._functorch.predispatch._remove_batch_dim", 1, 0, refuse_vmap},
};

}  // namespace

std::span<const OpRow> loop_rows() {
  return rows;
}

}  // namespace ng::pytorch
