// SPDX-License-Identifier: Apache-2.0
// What rows of ops share: the arguments of a node by the names of their parameters, and PyTorch's
// type promotion. Tensors and integers that the program computes are inputs of the node, which the
// attribute "arguments" names; other arguments are attributes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/frontends/pytorch/aten_ops.h"
#include "engine/frontends/tensorflow/number_steps.h"

namespace ng::pytorch {

using onnx::ItemPtr;
using tensorflow::arctangent;
using tensorflow::attribute;
using tensorflow::Attributes;
using tensorflow::cast;
using tensorflow::floor_of_integers;
using tensorflow::integer;
using tensorflow::integers;
using tensorflow::is_negative;
using tensorflow::is_opposite;
using tensorflow::like;
using tensorflow::number;
using tensorflow::rank_of;
using tensorflow::reshaped;
using tensorflow::rolled;
using tensorflow::sliced;
using tensorflow::squeezed;
using tensorflow::step;
using tensorflow::steps;
using tensorflow::stopped;
using tensorflow::transposed;
using tensorflow::truncated_rest;
using tensorflow::unsqueezed;
using Integers = std::vector<std::int64_t>;

inline constexpr const char* arguments_key = "arguments";
inline constexpr const char* booleans_key = "booleans";    // names of attributes that are booleans
inline constexpr const char* row_major_key = "row_major";  // the first argument is, in memory
inline constexpr const char* changes_key = "changes";      // the op changes its first argument

// Refuses a form of a composite op, which run_decompositions() composes of ops that are imported.
[[noreturn]] void refuse_form(const std::string& reason);

// A tensor; null: absent or None.
ItemPtr tensor(const NodeContext& n, std::string_view name);
ItemPtr need_tensor(const NodeContext& n, std::string_view name);
ItemPtr self(const NodeContext& n);  // the tensor "self"
// A list of tensors, each null for None.
std::vector<ItemPtr> tensors(const NodeContext& n, std::string_view name);
// A tensor or a number, which is a scalar of the type that Python gives it; null: absent.
ItemPtr operand(const NodeContext& n, std::string_view name);
ItemPtr need_operand(const NodeContext& n, std::string_view name);

// In a type: a number of Python keeps all its digits.
ItemPtr operand_as(NodeContext& n, std::string_view name, DType type);

// Is the argument there, and not None?
bool has(const NodeContext& n, std::string_view name);
std::int64_t int_of(const NodeContext& n, std::string_view name, std::int64_t otherwise);
double real_of(const NodeContext& n, std::string_view name, double otherwise);
bool flag_of(const NodeContext& n, std::string_view name, bool otherwise);
std::string text_of(const NodeContext& n, std::string_view name, const std::string& otherwise);
// Integers, or one integer; empty if absent.
Integers ints_of(const NodeContext& n, std::string_view name);
// As `count` integers: one integer is repeated.
Integers ints_of(const NodeContext& n, std::string_view name, std::size_t count,
                 std::int64_t otherwise);
std::vector<double> reals_of(const NodeContext& n, std::string_view name);
// Of an argument such as dtype=; refuses types that the engine lacks.
DType type_of(const NodeContext& n, std::string_view name, DType otherwise);

// Positions of dimensions, negative ones counted from the end.
std::int64_t dim_of(const NodeContext& n, std::string_view name, std::int64_t rank,
                    std::int64_t otherwise);
Integers dims_of(const NodeContext& n, std::string_view name, std::int64_t rank);

// The type of the result of an op of two operands.
DType promoted(const ItemPtr& a, const ItemPtr& b);
// The same of a tensor and an argument: a number of Python widens no tensor of its own kind.
DType promoted_with(const NodeContext& n, const ItemPtr& a, std::string_view name);
// Both operands in that type.
std::pair<ItemPtr, ItemPtr> promoted_operands(NodeContext& n, const ItemPtr& a, const ItemPtr& b);
std::pair<ItemPtr, ItemPtr> both_operands(NodeContext& n, std::string_view first,
                                          std::string_view second);
// The argument "tensors", in the type of all; refuses an empty list.
std::vector<ItemPtr> promoted_tensors(NodeContext& n);
// Types of 16 bits as float32, in which PyTorch computes squares and sums.
ItemPtr wide(NodeContext& n, const ItemPtr& x);
// `x`, or as float32 if it holds integers.
ItemPtr as_floats(NodeContext& n, const ItemPtr& x);

// Sets a result. The first one of an op that changes its operand has the operand's type.
void give(NodeContext& n, ItemPtr item, std::size_t i = 0);

ItemPtr filled(NodeContext& n, const Integers& shape, double value, DType dtype);
ItemPtr broadcast(NodeContext& n, const ItemPtr& x, const Integers& shape);
// With the elements along a dimension in reverse order.
ItemPtr flipped(NodeContext& n, const ItemPtr& x, std::int64_t dim);
// With two dimensions exchanged.
ItemPtr swapped(NodeContext& n, const ItemPtr& x, std::int64_t a, std::int64_t b);
// The shape to which all are broadcast.
Shape common_shape(const std::vector<ItemPtr>& all);
// √(a² + b²) of floats, without overflow in between.
ItemPtr hypotenuse(NodeContext& n, const ItemPtr& a, const ItemPtr& b);
// Frames of `size` elements, each `stride` after the one before: the dimension becomes two, the
// frames and the places in them.
ItemPtr framed(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t size,
               std::int64_t stride);
// As a constant of the model.
ItemPtr constant_of(ng::Tensor value);

}  // namespace ng::pytorch
