// SPDX-License-Identifier: Apache-2.0
// Sources of values: placeholders, variables, persistent tensors, temporaries, constants.
#pragma once

#include <cstdint>
#include <functional>
#include <variant>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// Initial values location + spread * sample, with samples uniform in [0, 1) or standard normal:
// those of the first run of ng::uniform and ng::normal with this seed. Only the four parameters are
// saved with a graph, not the values.
struct InitialSamples {
  enum class Distribution { uniform, normal };
  Distribution distribution = Distribution::uniform;
  double location = 0, spread = 1;
  std::uint64_t seed = 0;  // below 2^53
};

// The initial value of a storage op: a scalar, an array that broadcasts to its axes, a constant op
// (value Error for other ops), a function of the axes that is called once when the op is built, or
// random samples.
using Initial = std::variant<std::monostate, double, Tensor, Op, std::function<Tensor(const Axes&)>,
                             InitialSamples>;

// An input, fed at each call and kept until the next.
Op placeholder(const Axes& axes, DType dtype = DType::f32,
               Operand::Where where = Operand::Where::current());
// Trainable state, kept between runs; found by variables().
Op variable(const Axes& axes, const Initial& initial_value = {}, DType dtype = DType::f32,
            Operand::Where where = Operand::Where::current());
// State that is not trained, kept between runs.
Op persistent_tensor(const Axes& axes, const Initial& initial_value = {}, DType dtype = DType::f32,
                     Operand::Where where = Operand::Where::current());

// Scratch memory of one run: zeros until assigned, discarded afterwards.
Op temporary(const Axes& axes, DType dtype = DType::f32,
             Operand::Where where = Operand::Where::current());

// A constant over `axes`, whose number and lengths must be those of the array; a scalar is
// broadcast.
Op constant(const Tensor& value, const Axes& axes,
            Operand::Where where = Operand::Where::current());
// A constant with anonymous axes.
Op constant(const Tensor& value, Operand::Where where = Operand::Where::current());

// Placeholder, variable or persistent tensor. Constants are not storage, because they cannot be
// assigned.
bool is_storage(const Node& node);
// State kept between runs: variable or persistent tensor.
bool is_state(const Node& node);
// Can effects write to it? True for storage and temporaries. What a run writes to a placeholder is
// seen by the rest of that run only.
bool is_assignable(const Node& node);
// Throws a value Error with the target unless it is assignable.
void require_assignable(const Value& target);
// The value of a constant op, or null. A scalar if all elements of the constant are equal.
TensorPtr constant_value(const Value& value);
bool is_constant(const Value& value, double scalar);

// The initial contents of a storage op over its axes: initial value, samples or zeros. Of state
// that is placed among ranks, the whole.
Tensor initial_contents(const Node& node);

extern const OpDef placeholder_op, variable_op, persistent_tensor_op, temporary_op, constant_op;

}  // namespace ng
