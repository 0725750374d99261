// SPDX-License-Identifier: Apache-2.0
// Layers and functions of several tensors, elementwise functions of keras.ops.
#include <cmath>

#include "engine/frontends/keras/layer_context.h"
#include "engine/frontends/onnx/dimensions.h"

namespace ng::keras {
namespace {

// The tensors and numbers that a function is called with.
std::vector<ItemPtr> operands(NodeContext& n) {
  std::vector<ItemPtr> all;
  DType dtype = DType::f32;
  for (std::size_t i = 0; i < data_count(n); ++i) dtype = n.dtype(i);
  for (std::size_t i = 0; all.size() < data_count(n) + 2; ++i) {
    const std::string constant = "constant." + std::to_string(i);
    if (const ItemPtr given = argument(n, i))
      all.push_back(given);
    else if (n.given(constant))
      all.push_back(number(real(n, constant, 0), dtype));
    else
      break;
  }
  return all;
}

template <const auto& op>
void merge(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n);
  if (all.size() < 2) NodeContext::refuse("it has fewer than two inputs");
  ItemPtr made = all[0];
  for (std::size_t i = 1; i < all.size(); ++i) made = step(n, op, {made, all[i]});
  give(n, made);
}

template <const auto& op>
void single(NodeContext& n) {
  give(n, step(n, op, {n.shared(0)}));
}

void average(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n);
  ItemPtr made = all.at(0);
  for (std::size_t i = 1; i < all.size(); ++i) made = step(n, "Add", {made, all[i]});
  give(n, step(n, "Mul", {made, number(1.0 / static_cast<double>(all.size()), made->dtype())}));
}

void concatenate(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n);
  give(n, step(n, "Concat", all, {attribute("axis", n.integer("axis", -1))}));
}

// Products along one axis of each tensor, for each sample.
void dot_product(NodeContext& n) {
  if (data_count(n) != 2) NodeContext::refuse("it does not have two inputs");
  const Integers given = lengths(n, "axes", 2);
  ItemPtr x = n.shared(0), y = n.shared(1);
  const std::int64_t x_axis = n.position(given[0], rank_of(x)),
                     y_axis = n.position(given[1], rank_of(y));
  if (x_axis == 0 || y_axis == 0) NodeContext::refuse("its axes include the batch");
  if (flag(n.node, "normalize", false)) {
    const Attributes length{attribute("p", std::int64_t{2})};
    const auto unit = [&](const ItemPtr& of, std::int64_t axis) {
      return step(n, "LpNormalization", {of}, {attribute("axis", axis), length[0]});
    };
    x = unit(x, x_axis);
    y = unit(y, y_axis);
  }
  std::string left = "a", right = "a", out = "a";
  char next = 'b';
  for (std::int64_t i = 1; i < rank_of(x); ++i) {
    left += i == x_axis ? 'z' : next++;
    if (i != x_axis) out += left.back();
  }
  for (std::int64_t i = 1; i < rank_of(y); ++i) {
    right += i == y_axis ? 'z' : next++;
    if (i != y_axis) out += right.back();
  }
  const std::string equation = left + "," + right + "->" + out;
  const ItemPtr made = step(n, "Einsum", {x, y}, {attribute("equation", equation.c_str())});
  give(n, rank_of(made) == 1 ? unsqueezed(n, made, {1}) : made);
}

void convert(NodeContext& n) {
  const std::string name = n.text("dtype", n.text("dtype.config.name", "float32"));
  const auto dtype = dtype_from_name(name);
  if (!dtype) NodeContext::refuse("the type " + name + " is not imported");
  give(n, tensorflow::cast(n, n.shared(0), *dtype));
}

template <const auto& op>
void reduce(NodeContext& n) {
  const onnx::Attribute* axis = n.node.find("axis");
  Integers axes;
  if (axis) axes = axis->kind == onnx::AttributeKind::integer ? Integers{axis->i} : axis->ints;
  give(n, step(n, op, {n.shared(0), axes.empty() ? nullptr : integers(axes)},
               {attribute("keepdims", std::int64_t{flag(n.node, "keepdims", false)})}));
}

constexpr char add[] = "Add", subtract[] = "Sub", multiply[] = "Mul", divide[] = "Div",
               larger[] = "Max", smaller[] = "Min", power[] = "Pow", matmul[] = "MatMul",
               absolute[] = "Abs", exponent[] = "Exp", logarithm[] = "Log", negative[] = "Neg",
               root[] = "Sqrt", sine[] = "Sin", cosine[] = "Cos", reciprocal[] = "Reciprocal",
               error[] = "Erf", mean[] = "ReduceMean", sum[] = "ReduceSum", most[] = "ReduceMax",
               least[] = "ReduceMin";

void square(NodeContext& n) {
  give(n, step(n, "Mul", {n.shared(0), n.shared(0)}));
}

void inverse_root(NodeContext& n) {
  give(n, step(n, "Reciprocal", {step(n, "Sqrt", {n.shared(0)})}));
}

constexpr LayerRow rows[] = {
    {{"Absolute", 1, 0, single<absolute>}},
    {{"Add", 1, 0, merge<add>}},
    {{"Average", 1, 0, average}},
    {{"Cast", 1, 0, convert}},
    {{"Concatenate", 1, 0, concatenate}},
    {{"Cos", 1, 0, single<cosine>}},
    {{"Divide", 1, 0, merge<divide>}},
    {{"Dot", 1, 0, dot_product}},
    {{"Erf", 1, 0, single<error>}},
    {{"Exp", 1, 0, single<exponent>}},
    {{"Log", 1, 0, single<logarithm>}},
    {{"Matmul", 1, 0, merge<matmul>}},
    {{"Max", 1, 0, reduce<most>}},
    {{"Maximum", 1, 0, merge<larger>}},
    {{"Mean", 1, 0, reduce<mean>}},
    {{"Min", 1, 0, reduce<least>}},
    {{"Minimum", 1, 0, merge<smaller>}},
    {{"Multiply", 1, 0, merge<multiply>}},
    {{"Negative", 1, 0, single<negative>}},
    {{"Power", 1, 0, merge<power>}},
    {{"Reciprocal", 1, 0, single<reciprocal>}},
    {{"Rsqrt", 1, 0, inverse_root}},
    {{"Sin", 1, 0, single<sine>}},
    {{"Sqrt", 1, 0, single<root>}},
    {{"Square", 1, 0, square}},
    {{"Subtract", 1, 0, merge<subtract>}},
    {{"Sum", 1, 0, reduce<sum>}},
    {{"TrueDivide", 1, 0, merge<divide>}},
};

}  // namespace

std::span<const LayerRow> merging_layers() {
  return rows;
}

}  // namespace ng::keras
