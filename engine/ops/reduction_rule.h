// SPDX-License-Identifier: Apache-2.0
// What the records of all reductions share: their split of the axes, the reference loop.
#pragma once

#include "engine/ops/make_op.h"
#include "engine/ops/reduction.h"
#include "engine/ops/reference_loops.h"

namespace ng {

// An Error where `reduced` is known to have no elements: none is the largest of them.
void require_elements(const Axes& reduced, const Value& operand);

// Float32 over the axes kept, unless a dtype is asked for. The attributes state the whole split.
std::vector<TensorType> infer_reduction(std::span<const Value> operands,
                                        const Attributes& attributes);

// One an element of the operand.
std::int64_t flops_reduction(const Node& node);

template <double Start, double (*F)(double, double)>
void evaluate_reduction(const Node&, std::span<const HostArray> in, std::span<HostArray> out) {
  out[0].values.assign(out[0].values.size(), Start);
  const Axes& space = in[0].axes;
  std::size_t n = 0;
  for_each_index<1>(space, {strides_over(space, out[0].axes)}, [&](const auto& at) {
    double& total = out[0].values[static_cast<std::size_t>(at[0])];
    total = F(total, in[0].values[n++]);
  });
}

// Makes the op, its split written into the attributes. `over` as in reduction_axes.
Op reduce(const OpDef& def, const Operand& x, const Over& over, Attributes attributes = {});
// The same for result axes in any order: reduces in x's order, then reorders.
Op reduce_in_order(const OpDef& def, const Operand& x, const Over& over,
                   Attributes attributes = {});

// `over`, or all axes but batch where it says nothing: the default of norms and tensor_size.
Over all_but_batch(const Axes& axes, const Over& over);

}  // namespace ng
