// SPDX-License-Identifier: Apache-2.0
// Shared by all elementwise records: type rules, reference loop, kernel expression.
#pragma once

#include "engine/graph/op_def.h"
#include "engine/kernels/integer_functions.h"
#include "engine/ops/make_op.h"
#include "engine/ops/reference_loops.h"

namespace ng {

std::vector<TensorType> infer_unary(std::span<const Value> operands, const Attributes& attributes);
std::vector<TensorType> infer_binary(std::span<const Value> operands, const Attributes& attributes);

// Reference loops, in double or in integers.
template <class T, T (*F)(T)>
void evaluate_each(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  for (std::size_t i = 0; i < out[0].values.size(); ++i) out[0].values[i] = F(in[0].values[i]);
}

template <class T, T (*F)(T, T)>
void evaluate_pairs(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& space = out[0].axes;
  std::size_t n = 0;
  for_each_index<2>(space, {strides_over(space, in[0].axes), strides_over(space, in[1].axes)},
                    [&](const auto& at) {
                      out[0].values[n++] = F(in[0].values[static_cast<std::size_t>(at[0])],
                                             in[1].values[static_cast<std::size_t>(at[1])]);
                    });
}

template <double (*F)(double)>
inline constexpr auto evaluate_unary = evaluate_each<double, F>;
template <double (*F)(double, double)>
inline constexpr auto evaluate_binary = evaluate_pairs<double, F>;

template <kernel::Fn F>
inline constexpr auto integers_unary =
    evaluate_each<Integer, +[](Integer x) { return kernel::evaluate_integers(F, x); }>;
template <kernel::Fn F>
inline constexpr auto integers_binary = evaluate_pairs<Integer, +[](Integer x, Integer y) {
  return kernel::evaluate_integers(F, x, y);
}>;

// One FLOP per element; transcendental functions count 8.
template <int PerElement>
std::int64_t flops_each(const Node& node) {
  return PerElement * node.results[0].axes.element_count();
}

}  // namespace ng
