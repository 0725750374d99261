// SPDX-License-Identifier: Apache-2.0
// Layers and functions of several tensors, elementwise functions of keras.ops.
#include <cmath>
#include <numeric>

#include "engine/frontends/keras/layer_context.h"
#include "engine/frontends/onnx/dimensions.h"

namespace ng::keras {
namespace {

// The type of the result of two operands of these types.
DType joined_type(DType a, DType b) {
  if (a == b || b == DType::bool_) return a;
  if (a == DType::bool_) return b;
  if (is_float(a) != is_float(b)) return is_float(a) ? a : b;
  if (is_float(a) && size_of(a) == size_of(b)) return DType::f32;
  const auto joins = [](DType type) {
    return is_float(type) || type == DType::i32 || type == DType::i64;
  };
  if (!joins(a) || !joins(b))
    NodeContext::refuse("operands of the types " + std::string(name(a)) + " and " +
                        std::string(name(b)) + " are not imported");
  return size_of(a) > size_of(b) ? a : b;
}

// The tensors and numbers that a function is called with, from number `begin` on, in the type that
// Keras gives its result. A number with a fraction makes integers floats, others make flags
// integers.
std::vector<ItemPtr> operands(NodeContext& n, std::size_t begin = 0) {
  std::optional<DType> dtype;
  DType of_numbers = DType::bool_;
  const std::size_t end = data_count(n) + 3;
  for (std::size_t i = begin; i < end; ++i) {
    if (const ItemPtr given = argument(n, std::to_string(i)))
      dtype = dtype ? joined_type(*dtype, given->dtype()) : given->dtype();
    const onnx::Attribute* number = n.node.find("constant." + std::to_string(i));
    if (!number || of_numbers == DType::f32) continue;
    of_numbers = number->kind == onnx::AttributeKind::number ? DType::f32 : DType::i32;
  }
  if (!dtype || *dtype == DType::bool_ || (of_numbers == DType::f32 && !is_float(*dtype)))
    dtype = of_numbers;
  std::vector<ItemPtr> all;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string constant = "constant." + std::to_string(i);
    if (const ItemPtr given = argument(n, std::to_string(i)))
      all.push_back(tensorflow::cast(n, given, *dtype));
    else if (n.given(constant))
      all.push_back(number(real(n, constant, 0), *dtype));
    else
      break;
  }
  return all;
}

// Keras divides integers, and takes their means and logarithms, as floats.
ItemPtr as_float(NodeContext& n, const ItemPtr& x) {
  return is_float(x->dtype()) ? x : tensorflow::cast(n, x, DType::f32);
}

// Masks of the inputs, by position; null: none.
std::vector<ItemPtr> masks_of(NodeContext& n, std::size_t count) {
  std::vector<ItemPtr> all = arguments(n, "mask");
  all.resize(count);
  return all;
}

// A time step is masked where all inputs mask it; in Keras 2, where one does.
void give_mask(NodeContext& n, std::size_t count) {
  if (!n.wants(1)) return;
  ItemPtr made;
  for (const ItemPtr& mask : masks_of(n, count)) {
    if (!mask && is_old(n)) continue;
    if (!mask) NodeContext::refuse("an input has no mask");
    const ItemPtr flags = tensorflow::cast(n, mask, DType::bool_);
    made = made ? step(n, is_old(n) ? "And" : "Or", {made, flags}) : flags;
  }
  give(n, made, 1);
}

// Layers broadcast inputs of lower rank along the dimensions after the batch.
std::vector<ItemPtr> layer_operands(NodeContext& n) {
  std::vector<ItemPtr> all = operands(n);
  std::int64_t rank = 0;
  for (const ItemPtr& each : all) rank = std::max(rank, rank_of(each));
  for (ItemPtr& each : all) {
    const std::int64_t lacking = rank_of(each) == 0 ? 0 : rank - rank_of(each);
    Integers axes(static_cast<std::size_t>(lacking));
    std::iota(axes.begin(), axes.end(), 1);
    if (lacking > 0) each = unsqueezed(n, each, axes);
  }
  return all;
}

void merge_by(NodeContext& n, const std::vector<ItemPtr>& all, const char* op,
              const Attributes& attributes = {}) {
  if (all.size() < 2) NodeContext::refuse("it has fewer than two inputs");
  ItemPtr made = all[0];
  for (std::size_t i = 1; i < all.size(); ++i) made = step(n, op, {made, all[i]}, attributes);
  give(n, made);
  give_mask(n, all.size());
}

template <const auto& op>
void merge(NodeContext& n) {
  merge_by(n, operands(n), op);
}
template <const auto& op>
void merge_inputs(NodeContext& n) {
  merge_by(n, layer_operands(n), op);
}

// The first of equal operands has the gradient.
template <const auto& op>
void merge_extremes(NodeContext& n) {
  merge_by(n, operands(n), op, {attribute("ties", "first")});
}
template <const auto& op>
void merge_input_extremes(NodeContext& n) {
  merge_by(n, layer_operands(n), op, {attribute("ties", "first")});
}

void divide(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n);
  NodeContext::need_count("its list of operands", all.size(), 2);
  give(n, step(n, "Div", {as_float(n, all[0]), as_float(n, all[1])}));
}

template <const auto& op>
void single(NodeContext& n) {
  give(n, step(n, op, {n.shared(0)}));
}

template <const auto& op>
void single_float(NodeContext& n) {
  give(n, step(n, op, {as_float(n, n.shared(0))}));
}

void average(NodeContext& n) {
  const std::vector<ItemPtr> all = layer_operands(n);
  ItemPtr made = all.at(0);
  for (std::size_t i = 1; i < all.size(); ++i) made = step(n, "Add", {made, all[i]});
  if (!is_float(made->dtype()))
    NodeContext::refuse("it averages integers, whose mean has a type of the backend of Keras");
  give(n, step(n, "Mul", {made, number(1.0 / static_cast<double>(all.size()), made->dtype())}));
  give_mask(n, all.size());
}

// Is any element along the last dimension, in Keras 2 are all of them, seen in the masks, which are
// joined as the inputs are? An input without a mask is seen.
ItemPtr joined_mask(NodeContext& n, const std::vector<ItemPtr>& all, const Attributes& axis) {
  std::vector<ItemPtr> parts = masks_of(n, all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int64_t rank = rank_of(all[i]);
    ItemPtr& part = parts[i];
    part = part ? tensorflow::cast(n, tensorflow::cast(n, part, DType::bool_), DType::i32)
                : ones_like(n, all[i]->shape(), DType::i32);
    if (rank_of(part) == rank - 1)
      part = step(n, "Expand", {unsqueezed(n, part, {rank - 1}), integers(all[i]->shape())});
    if (rank_of(part) != rank) NodeContext::refuse("a mask does not fit its input");
  }
  const ItemPtr joined = step(n, "Concat", parts, axis);
  const ItemPtr seen =
      step(n, is_old(n) ? "ReduceMin" : "ReduceMax", {joined, integers({rank_of(joined) - 1})},
           {attribute("keepdims", std::int64_t{0})});
  return tensorflow::cast(n, seen, DType::bool_);
}

void concatenate(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n);
  const Attributes axis{attribute("axis", n.integer("axis", -1))};
  give(n, step(n, "Concat", all, axis));
  if (n.wants(1)) give(n, joined_mask(n, all, axis), 1);
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
    x = of_unit_length(n, x, {x_axis});
    y = of_unit_length(n, y, {y_axis});
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

// Empty: all.
Integers reduced_axes(const NodeContext& n) {
  const onnx::Attribute* axis = n.node.find("axis");
  if (!axis) return {};
  return listed(*axis);
}

void reduce_as(NodeContext& n, const char* op, const ItemPtr& x, const char* ties = nullptr) {
  const Integers axes = reduced_axes(n);
  Attributes attributes = {attribute("keepdims", std::int64_t{flag(n.node, "keepdims", false)})};
  if (ties) attributes.push_back(attribute("ties", ties));
  give(n, step(n, op, {x, axes.empty() ? nullptr : integers(axes)}, std::move(attributes)));
}

void reduce_mean(NodeContext& n) {
  reduce_as(n, "ReduceMean", as_float(n, n.shared(0)));
}

// Keras counts flags, and adds integers below 32 bits, as int32.
void reduce_sum(NodeContext& n) {
  const DType dtype = n.dtype();
  if (dtype == DType::u8 || dtype == DType::u16)
    NodeContext::refuse("sums of " + std::string(name(dtype)) + " are not imported");
  const bool widens = dtype == DType::bool_ || dtype == DType::i8 || dtype == DType::i16;
  const ItemPtr x = n.shared(0);
  reduce_as(n, "ReduceSum", widens ? tensorflow::cast(n, x, DType::i32) : x);
}

// The mean along dimensions, of a tensor or weighted by one: by all its elements, or by those of a
// vector along one dimension.
void weighted_mean(NodeContext& n) {
  for (const onnx::Attribute& each : n.node.attributes)
    if (each.name.starts_with("call.weights") || each.name.starts_with("constant."))
      NodeContext::refuse("its weights are constants");
  ItemPtr weights = argument(n, "weights");
  if (!weights) weights = argument(n, "1");
  if (!weights) return reduce_mean(n);
  const ItemPtr x = as_float(n, n.shared(0));
  const Integers axes = reduced_axes(n);
  weights = tensorflow::cast(n, weights, x->dtype());
  if (rank_of(weights) != rank_of(x)) {
    if (rank_of(weights) != 1 || axes.size() != 1)
      NodeContext::refuse("its weights are neither those of all elements nor of one axis");
    Integers shape(static_cast<std::size_t>(rank_of(x)), 1);
    shape[static_cast<std::size_t>(n.position(axes[0], rank_of(x)))] = -1;
    weights = reshaped(n, weights, shape);
  }
  const auto total = [&](const ItemPtr& of) {
    return step(n, "ReduceSum", {of, axes.empty() ? nullptr : integers(axes)},
                {attribute("keepdims", std::int64_t{0})});
  };
  give(n, step(n, "Div", {total(step(n, "Mul", {x, weights})), total(weights)}));
}

// NumPy's: along the last dimension of the first operand and the last but one of the second, which
// may be its only one.
void inner_products(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n);
  NodeContext::need_count("its list of operands", all.size(), 2);
  const std::int64_t left_rank = rank_of(all[0]), right_rank = rank_of(all[1]);
  if (left_rank == 0 || right_rank == 0) return give(n, step(n, "Mul", all));
  std::string left, right, out;
  char next = 'a';
  const auto add = [&](std::string& to, bool inner) {
    to += inner ? 'z' : next++;
    if (!inner) out += to.back();
  };
  for (std::int64_t i = 0; i < left_rank; ++i) add(left, i == left_rank - 1);
  const std::int64_t reduced = std::max<std::int64_t>(right_rank - 2, 0);
  for (std::int64_t i = 0; i < right_rank; ++i) add(right, i == reduced);
  const std::string equation = left + "," + right + "->" + out;
  give(n, step(n, "Einsum", all, {attribute("equation", equation.c_str())}));
}

constexpr char add[] = "Add", subtract[] = "Sub", multiply[] = "Mul", larger[] = "Max",
               smaller[] = "Min", power[] = "Pow", matmul[] = "MatMul", absolute[] = "Abs",
               exponent[] = "Exp", logarithm[] = "Log", negative[] = "Neg", root[] = "Sqrt",
               sine[] = "Sin", cosine[] = "Cos", reciprocal[] = "Reciprocal", error[] = "Erf",
               most[] = "ReduceMax", least[] = "ReduceMin", equal[] = "Equal",
               greater[] = "Greater", greater_equal[] = "GreaterOrEqual", less[] = "Less",
               less_equal[] = "LessOrEqual", logical_and[] = "And", logical_or[] = "Or",
               logical_not[] = "Not";

void not_equal(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n);
  NodeContext::need_count("its list of operands", all.size(), 2);
  give(n, step(n, "Not", {step(n, "Equal", all)}));
}

// And, Or and Not of elements that are not 0.
template <const auto& op>
void logical(NodeContext& n) {
  std::vector<ItemPtr> all;
  for (const ItemPtr& each : operands(n)) all.push_back(tensorflow::cast(n, each, DType::bool_));
  give(n, step(n, op, all));
}

// Any and All along dimensions.
template <const auto& op>
void reduce_flags(NodeContext& n) {
  const ItemPtr flags =
      tensorflow::cast(n, tensorflow::cast(n, n.shared(0), DType::bool_), DType::i32);
  const Integers axes = reduced_axes(n);
  const ItemPtr made = step(n, op, {flags, axes.empty() ? nullptr : integers(axes)},
                            {attribute("keepdims", std::int64_t{flag(n.node, "keepdims", false)})});
  give(n, tensorflow::cast(n, made, DType::bool_));
}

// The largest or smallest along dimensions.
template <const auto& op>
void reduce(NodeContext& n) {
  if (n.dtype() == DType::bool_) return reduce_flags<op>(n);
  reduce_as(n, op, n.shared(0), "share");
}

void select(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n, 1);
  NodeContext::need_count("its list of choices", all.size(), 2);
  const ItemPtr condition = argument(n, "0");
  if (!condition) NodeContext::refuse("its condition is no tensor");
  give(n, step(n, "Where", {tensorflow::cast(n, condition, DType::bool_), all[0], all[1]}));
}

template <int value>
void filled_like(NodeContext& n) {
  const std::string name = n.text("dtype", "");
  const DType dtype = name.empty() ? n.dtype() : dtype_from_name(name).value_or(n.dtype());
  give(n, ones_like(n, n.shape(0), dtype, value));
}

void square(NodeContext& n) {
  const ItemPtr x =
      n.dtype() == DType::bool_ ? tensorflow::cast(n, n.shared(0), DType::i32) : n.shared(0);
  give(n, step(n, "Mul", {x, x}));
}

void inverse_root(NodeContext& n) {
  give(n, step(n, "Reciprocal", {step(n, "Sqrt", {as_float(n, n.shared(0))})}));
}

// Of the function of keras.ops, whose bounds with fractions make integers floats.
void clip(NodeContext& n) {
  ItemPtr x = n.shared(0);
  for (const auto& [key, op] : {std::pair{"x_min", "Max"}, std::pair{"x_max", "Min"}}) {
    const onnx::Attribute* bound = n.node.find(key);
    if (!bound) NodeContext::refuse("its bounds are not numbers");
    if (bound->kind == onnx::AttributeKind::number) x = as_float(n, x);
    x = step(n, op, {x, number(real(n, key, 0), x->dtype())}, {attribute("ties", "first")});
  }
  give(n, x);
}

template <const auto& op>
void position(NodeContext& n) {
  const bool keep = flag(n.node, "keepdims", false);
  if (keep && !n.given("axis")) NodeContext::refuse("it keeps dimensions but has no axis");
  const auto [x, axis] = along_axis(n);
  const ItemPtr found =
      step(n, op, {x}, {attribute("axis", axis), attribute("keepdims", std::int64_t{keep})});
  give(n, tensorflow::cast(n, found, DType::i32));
}

ItemPtr variance(NodeContext& n) {
  const ItemPtr x = as_float(n, n.shared(0));
  const Integers axes = reduced_axes(n);
  const auto mean = [&](const ItemPtr& of, bool keeps) {
    return step(n, "ReduceMean", {of, axes.empty() ? nullptr : integers(axes)},
                {attribute("keepdims", std::int64_t{keeps})});
  };
  const ItemPtr apart = step(n, "Sub", {x, mean(x, true)});
  return mean(step(n, "Mul", {apart, apart}), flag(n.node, "keepdims", false));
}

void running_sum(NodeContext& n) {
  const auto [x, axis] = along_axis(n);
  const std::string type = n.text("dtype", x->dtype() == DType::bool_ ? "int32" : "");
  const DType dtype = type.empty() ? x->dtype() : dtype_from_name(type).value_or(x->dtype());
  give(n, step(n, "CumSum", {tensorflow::cast(n, x, dtype), tensorflow::integer(axis)}));
}

template <const auto& op>
void tensorflow_pair(NodeContext& n) {
  const std::vector<ItemPtr> all = operands(n);
  NodeContext::need_count("its list of operands", all.size(), 2);
  give(n, tensorflow_step(n, op, all));
}
constexpr char floor_mod[] = "FloorMod", floor_div[] = "FloorDiv", arctangent[] = "Atan2";

void round_to_decimals(NodeContext& n) {
  const ItemPtr x = n.shared(0);
  if (!is_float(x->dtype())) return give(n, x);
  const ItemPtr scale = number(std::pow(10.0, n.integer("decimals", 0)), x->dtype());
  if (n.integer("decimals", 0) == 0) return give(n, step(n, "Round", {x}));
  give(n, step(n, "Div", {step(n, "Round", {step(n, "Mul", {x, scale})}), scale}));
}

void stack(NodeContext& n) {
  std::vector<ItemPtr> all = operands(n);
  if (all.empty()) NodeContext::refuse("it has no inputs");
  const std::int64_t axis = n.position(n.integer("axis", 0), rank_of(all[0]) + 1);
  for (ItemPtr& each : all) each = unsqueezed(n, each, {axis});
  give(n, step(n, "Concat", all, {attribute("axis", axis)}));
}

constexpr char sign[] = "Sign", largest_at[] = "ArgMax", smallest_at[] = "ArgMin";

constexpr LayerRow rows[] = {
    {{"Absolute", 1, 0, single<absolute>}},
    {{"Add", 1, 0, merge_inputs<add>}},
    {{"All", 1, 0, reduce_flags<least>}},
    {{"Any", 1, 0, reduce_flags<most>}},
    {{"Arctan2", 1, 0, tensorflow_pair<arctangent>}},
    {{"Argmax", 1, 0, position<largest_at>}},
    {{"Argmin", 1, 0, position<smallest_at>}},
    {{"Average", 1, 0, average}},
    {{"Cast", 1, 0, convert}},
    {{"Clip", 1, 0, clip}},
    {{"Concatenate", 1, 0, concatenate}},
    {{"Cos", 1, 0, single_float<cosine>}},
    {{"Cumsum", 1, 0, running_sum}},
    {{"Divide", 1, 0, divide}},
    {{"Dot", 1, 0, dot_product}},
    {{"Equal", 1, 0, merge<equal>}},
    {{"Erf", 1, 0, single_float<error>}},
    {{"Exp", 1, 0, single_float<exponent>}},
    {{"FloorDivide", 1, 0, tensorflow_pair<floor_div>}},
    {{"Greater", 1, 0, merge<greater>}},
    {{"GreaterEqual", 1, 0, merge<greater_equal>}},
    {{"Less", 1, 0, merge<less>}},
    {{"LessEqual", 1, 0, merge<less_equal>}},
    {{"Log", 1, 0, single_float<logarithm>}},
    {{"LogicalAnd", 1, 0, logical<logical_and>}},
    {{"LogicalNot", 1, 0, logical<logical_not>}},
    {{"LogicalOr", 1, 0, logical<logical_or>}},
    {{"Matmul", 1, 0, merge<matmul>}},
    {{"Max", 1, 0, reduce<most>}},
    {{"Maximum", 1, 0, merge_input_extremes<larger>}},
    {{"Mean", 1, 0, reduce_mean}},
    {{"Min", 1, 0, reduce<least>}},
    {{"Minimum", 1, 0, merge_input_extremes<smaller>}},
    {{"Mod", 1, 0, tensorflow_pair<floor_mod>}},
    {{"Multiply", 1, 0, merge_inputs<multiply>}},
    {{"Negative", 1, 0, single<negative>}},
    {{"NotEqual", 1, 0, not_equal}},
    {{"OnesLike", 1, 0, filled_like<1>}},
    {{"Power", 1, 0, merge<power>}},
    {{"Reciprocal", 1, 0, single_float<reciprocal>}},
    {{"Round", 1, 0, round_to_decimals}},
    {{"Rsqrt", 1, 0, inverse_root}},
    {{"Sign", 1, 0, single<sign>}},
    {{"Sin", 1, 0, single_float<sine>}},
    {{"Sqrt", 1, 0, single_float<root>}},
    {{"Square", 1, 0, square}},
    {{"Stack", 1, 0, stack}},
    {{"Std", 1, 0, [](NodeContext& n) { give(n, step(n, "Sqrt", {variance(n)})); }}},
    {{"Subtract", 1, 0, merge_inputs<subtract>}},
    {{"Sum", 1, 0, reduce_sum}},
    {{"TrueDivide", 1, 0, divide}},
    {{"Var", 1, 0, [](NodeContext& n) { give(n, variance(n)); }}},
    {{"Where", 1, 0, select}},
    {{"ZerosLike", 1, 0, filled_like<0>}},
    {{"ops.Add", 1, 0, merge<add>}},
    {{"ops.Average", 1, 0, weighted_mean}},
    {{"ops.Dot", 1, 0, inner_products}},
    {{"ops.Maximum", 1, 0, merge_extremes<larger>}},
    {{"ops.Minimum", 1, 0, merge_extremes<smaller>}},
    {{"ops.Multiply", 1, 0, merge<multiply>}},
    {{"ops.Subtract", 1, 0, merge<subtract>}},
};

}  // namespace

std::span<const LayerRow> merging_layers() {
  return rows;
}

}  // namespace ng::keras
