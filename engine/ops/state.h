// SPDX-License-Identifier: Apache-2.0
// Sources of values: placeholders, variables, persistent tensors, constants.
#pragma once

#include <cstdint>
#include <functional>
#include <variant>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// location + spread * sample for each element, samples uniform in [0, 1) or normal around 0 with
// deviation 1: the numbers of ng::uniform and ng::normal's first run with this seed. Only these
// four are saved with a graph, not the numbers.
struct InitialSamples {
  enum class Distribution { uniform, normal };
  Distribution distribution = Distribution::uniform;
  double location = 0, spread = 1;
  std::uint64_t seed = 0;  // below 2^53
};

// What a storage op holds at first: a scalar, an array that broadcasts to its axes, a constant op
// (value Error for any other op), a function of the axes, called once when the op is built, or
// random samples.
using Initial = std::variant<std::monostate, double, Tensor, Op, std::function<Tensor(const Axes&)>,
                             InitialSamples>;

// An input, fed at each call and kept until the next.
Op placeholder(const Axes& axes, DType dtype = DType::f32,
               Operand::Where where = Operand::Where::current());
// Trainable state, kept between runs; found by variables().
Op variable(const Axes& axes, const Initial& initial_value = {}, DType dtype = DType::f32,
            Operand::Where where = Operand::Where::current());
// State that is not trained.
Op persistent_tensor(const Axes& axes, const Initial& initial_value = {}, DType dtype = DType::f32,
                     Operand::Where where = Operand::Where::current());

// Scratch within one run: zeros until it is assigned, gone afterwards.
Op temporary(const Axes& axes, DType dtype = DType::f32,
             Operand::Where where = Operand::Where::current());

// A constant over `axes`: their number and lengths must be those of the array; a scalar fills them.
Op constant(const Tensor& value, const Axes& axes,
            Operand::Where where = Operand::Where::current());
// A constant with anonymous axes.
Op constant(const Tensor& value, Operand::Where where = Operand::Where::current());

// Storage: placeholder, variable or persistent tensor. Constants are not storage: they cannot be
// assigned.
bool is_storage(const Node& node);
// State kept between runs: variable or persistent tensor.
bool is_state(const Node& node);
// What an effect may write: state or a temporary.
bool is_assignable(const Node& node);
// Value Error naming the target when it is not.
void require_assignable(const Value& target);
// The value of a constant op, or null; the scalar of a constant whose elements are all equal.
TensorPtr constant_value(const Value& value);
bool is_constant(const Value& value, double scalar);

// The initial contents of a storage op over its axes: its initial value or samples, or zeros.
Tensor initial_contents(const Node& node);

extern const OpDef placeholder_op, variable_op, persistent_tensor_op, temporary_op, constant_op;

}  // namespace ng
