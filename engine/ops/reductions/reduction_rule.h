// SPDX-License-Identifier: Apache-2.0
// Shared by the records of all reductions: splitting the axes, the reference loop.
#pragma once

#include "engine/kernels/integer_functions.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reference_loops.h"

namespace ng {

// Throws if `reduced` is known to have no elements: max and min are then undefined.
void require_elements(const Axes& reduced, const Value& operand);

// Float32, or the dtype attribute, over the kept axes. The attributes contain both sets of axes.
std::vector<TensorType> infer_reduction(std::span<const Value> operands,
                                        const Attributes& attributes);

// One FLOP per element of the operand.
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

// From the first element on, so that integers need no identity; 0 or 1 where there is none.
template <kernel::Combine C>
void reduce_integers(const Node&, std::span<const IntegerArray> in, std::span<IntegerArray> out) {
  constexpr Integer none = C == kernel::Combine::multiply ? 1 : 0;
  out[0].values.assign(out[0].values.size(), none);
  std::vector<bool> begun(out[0].values.size(), false);
  const Axes& space = in[0].axes;
  std::size_t n = 0;
  for_each_index<1>(space, {strides_over(space, out[0].axes)}, [&](const auto& at) {
    const auto row = static_cast<std::size_t>(at[0]);
    const Integer x = in[0].values[n++];
    Integer& total = out[0].values[row];
    total = begun[row] ? kernel::evaluate_integers(kernel::function_of(C), total, x) : x;
    begun[row] = true;
  });
}

// The axes given to a reduction's function.
inline Over over_of(const OpArguments& a) {
  return {a.optional_axes("reduction_axes"), a.optional_axes("out_axes")};
}

// f(x, reduction_axes=None, out_axes=None, dtype=None).
template <Op (*make)(const Operand&, const Over&)>
std::vector<OpFunction> reduction_function() {
  return {{.parameters = {{"x"},
                          {"reduction_axes", ParameterKind::reduction_axes, "None"},
                          {"out_axes", ParameterKind::out_axes, "None"},
                          {"dtype", ParameterKind::other_dtype, "None"}},
           .make = [](const OpArguments& a) { return make(a.operand("x"), over_of(a)); }}};
}

// In the original's order: f(x, out_axes=None, reduction_axes=None).
template <Op (*make)(const Operand&, const Over&)>
std::vector<OpFunction> norm_function() {
  return {{.parameters = {{"x"},
                          {"out_axes", ParameterKind::out_axes, "None"},
                          {"reduction_axes", ParameterKind::reduction_axes, "None"}},
           .make = [](const OpArguments& a) { return make(a.operand("x"), over_of(a)); }}};
}

// The axes of the result in the order of `axes`, if `over` asks for them in another one.
std::optional<Axes> reordered_out_axes(const Axes& axes, const Over& over);
// Builds the op with both sets of axes as attributes. `over`: see reduction_axes.
Op reduce(const OpDef& def, const Operand& x, const Over& over, Attributes attributes = {});
// For result axes in any order: reduces in x's order, then reorders.
Op reduce_in_order(const OpDef& def, const Operand& x, const Over& over,
                   Attributes attributes = {});

// A type that holds every element of x: its own if that is an integer type, else exact_float_type.
// A value that is compared with elements or subtracted from them has it and is not rounded before.
DType exact_type(const Op& x);
// The same for means and sums: float64 if x's type holds numbers that float32 does not, else the
// default type of results.
DType exact_float_type(const Op& x);

// `over`, or by default all axes except batch (norms and tensor_size).
Over all_but_batch(const Axes& axes, const Over& over);

}  // namespace ng
