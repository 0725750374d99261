// SPDX-License-Identifier: Apache-2.0
// Dense, embeddings, scaling of inputs, and a layer applied to every time step.
#include "engine/base/quote.h"
#include "engine/frontends/keras/call_parameters.h"
#include "engine/frontends/keras/layer_context.h"

namespace ng::keras {
namespace {

void dense(NodeContext& n) {
  const ItemPtr x = step(n, "MatMul", {n.shared(0), need_weight(n, "kernel")});
  give(n, activated(n, with_bias(n, x, true)));
}

// "abc,cd->abd" with a kernel and a bias of the equation's letters.
void einsum_dense(NodeContext& n) {
  const std::string equation = n.text("equation", "");
  if (equation.find("...") != std::string::npos)
    NodeContext::refuse("its equation has an ellipsis");
  ItemPtr x = step(n, "Einsum", {n.shared(0), need_weight(n, "kernel")},
                   {attribute("equation", equation.c_str())});
  if (const ItemPtr bias = weight(n, "bias")) x = step(n, "Add", {x, bias});
  give(n, activated(n, x));
}

std::vector<Slot> einsum_slots(const onnx::Node& layer) {
  std::vector<Slot> slots{{"kernel", "vars/0"}};
  if (layer.find("bias_axes")) slots.push_back({"bias", "vars/1"});
  return slots;
}

ItemPtr differs(NodeContext& n, const ItemPtr& x, double value) {
  return step(n, "Not", {step(n, "Equal", {x, number(value, x->dtype())})});
}

// The second result is the mask.
void embedding(NodeContext& n) {
  const ItemPtr index = tensorflow::cast(n, n.shared(0), DType::i32);
  if (n.wants(1)) give(n, differs(n, n.shared(0), 0), 1);
  give(n, step(n, "Gather", {need_weight(n, "embeddings"), index},
               {attribute("axis", std::int64_t{0})}));
}

std::vector<Slot> embedding_slots(const onnx::Node&) {
  return {{"embeddings", "vars/0"}};
}

// Time steps whose elements all have the value are 0, and masked; the second result is the mask.
void masking(NodeContext& n) {
  const ItemPtr x = n.shared(0), apart = differs(n, x, real(n, "mask_value", 0));
  const Attributes kept{attribute("keepdims", std::int64_t{1})};
  const std::int64_t last = rank_of(x) - 1;
  const ItemPtr most =
      step(n, "ReduceMax", {tensorflow::cast(n, apart, DType::i32), integers({last})}, kept);
  const ItemPtr mask = tensorflow::cast(n, most, DType::bool_);
  give(n, step(n, "Where", {mask, x, number(0, x->dtype())}));
  give(n, squeezed(n, mask, {last}), 1);
}

// A number, or one per channel.
ItemPtr numbers(const NodeContext& n, const char* key, double otherwise, DType dtype) {
  const onnx::Attribute* found = n.node.find(key);
  std::vector<double> values;
  if (found && found->kind == onnx::AttributeKind::numbers) values = found->floats;
  if (found && found->kind == onnx::AttributeKind::integers)
    values.assign(found->ints.begin(), found->ints.end());
  if (values.empty()) return number(real(n, key, otherwise), dtype);
  auto item = std::make_shared<onnx::Item>();
  item->known = ng::Tensor(dtype, {std::ssize(values)});
  for (std::size_t i = 0; i < values.size(); ++i)
    item->known->set(static_cast<std::int64_t>(i), values[i]);
  return item;
}

ItemPtr as_floats(NodeContext& n, const ItemPtr& x) {
  return is_float(x->dtype()) ? x : tensorflow::cast(n, x, DType::f32);
}

void rescaling(NodeContext& n) {
  const ItemPtr x = as_floats(n, n.shared(0));
  const ItemPtr scaled = step(n, "Mul", {x, numbers(n, "scale", 1, x->dtype())});
  give(n, step(n, "Add", {scaled, numbers(n, "offset", 0, x->dtype())}));
}

// (x - mean) / max(sqrt(variance), 1e-7), along the last dimension.
void normalization(NodeContext& n) {
  const ItemPtr x = as_floats(n, n.shared(0));
  const onnx::Attribute* given = n.node.find("axis");
  const Integers axes = given ? listed(*given) : Integers{-1};  // none: one mean for all elements
  if (axes.size() > 1 || (axes.size() == 1 && axes[0] != -1 && axes[0] != rank_of(x) - 1))
    NodeContext::refuse("its axis is not the last one");
  ItemPtr mean = weight(n, "mean"), variance = weight(n, "variance");
  if (!mean || !variance) {
    if (!n.given("mean") || !n.given("variance"))
      NodeContext::refuse("the file has no mean and variance of it");
    mean = numbers(n, "mean", 0, x->dtype());
    variance = numbers(n, "variance", 1, x->dtype());
  }
  const ItemPtr deviation = step(n, "Max", {step(n, "Sqrt", {variance}), number(1e-7, x->dtype())});
  const bool inverts = flag(n.node, "invert", false);
  give(n, inverts ? step(n, "Add", {step(n, "Mul", {x, deviation}), mean})
                  : step(n, "Div", {step(n, "Sub", {x, mean}), deviation}));
}

std::vector<Slot> normalization_slots(const onnx::Node& layer) {
  if (layer.find("mean")) return {};
  return {
      {"mean", "vars/0", false}, {"variance", "vars/1", false}, {"count", "vars/2", false, true}};
}

// A layer of every time step: of the batch and time as one dimension.
void time_distributed(NodeContext& n) {
  need_arguments(n, {"inputs", "mask"});  // of the layers that are imported few read the mask
  refuse_mask(n);
  const ItemPtr x = n.shared(0);
  const Shape shape = x->shape();
  if (shape.size() < 3) NodeContext::refuse("its input has no time");
  Shape flat(shape.begin() + 1, shape.end());
  flat[0] = shape[0] * shape[1];
  const ItemPtr made =
      build_inner(n, "layer", "layer",
                  {{first_parameter(n.text("layer.class_name", "")), reshaped(n, x, flat)}})[0];
  Shape apart = made->shape();
  apart.erase(apart.begin());
  apart.insert(apart.begin(), {shape[0], shape[1]});
  give(n, reshaped(n, made, apart));
}

std::vector<Slot> time_slots(const onnx::Node& layer) {
  return inner_slots(layer, "layer", "layer", "layer");
}

// Code of Python inside the file.
void lambda(NodeContext& n) {
  const std::string function = n.text("function.config", n.text("function", ""));
  NodeContext::refuse(
      "it runs Python code" +
      (function.empty() || function.size() > 100 ? std::string() : " (" + function + ")") +
      ", which is never executed");
}

// Functions of TensorFlow that Keras 2 names, and the ops of ONNX that they are. None is called.
constexpr const char* functions[][2] = {
    {"__operators__.add", "Add"}, {"math.add", "Add"},     {"math.subtract", "Sub"},
    {"math.multiply", "Mul"},     {"math.truediv", "Div"}, {"math.divide", "Div"},
    {"math.maximum", "Max"},      {"math.minimum", "Min"}, {"math.pow", "Pow"},
    {"linalg.matmul", "MatMul"},  {"math.exp", "Exp"},     {"math.sqrt", "Sqrt"},
    {"math.sigmoid", "Sigmoid"},  {"math.tanh", "Tanh"},   {"nn.relu", "Relu"},
    {"math.negative", "Neg"},     {"math.abs", "Abs"},     {"math.log", "Log"},
};

// A tensor, or a number of the type of the tensors; null if it is absent.
ItemPtr operand(const NodeContext& n, std::size_t position, const std::string& name) {
  if (ItemPtr given = argument(n, std::to_string(position))) return given;
  if (ItemPtr given = argument(n, name)) return given;
  std::string key = "constant." + std::to_string(position);
  if (!n.given(key)) key = "call." + name;
  if (!n.given(key) || data_count(n) == 0) return nullptr;
  return number(real(n, key, 0), n.dtype(0));
}

void function_call(NodeContext& n) {
  const std::string name = n.text("function", "");
  const ItemPtr x = operand(n, 0, "x"), y = operand(n, 1, "y");
  if (!x) NodeContext::refuse("it is called without a tensor");
  for (const auto& [function, op] : functions) {
    if (name != function) continue;
    return give(n, y ? step(n, op, {x, y}) : step(n, op, {x}));
  }
  NodeContext::refuse("it calls the Python function " + quote(name) +
                      ", which is never executed; save the model with Keras 3, or as a SavedModel");
}

constexpr LayerRow rows[] = {
    {{"Dense", 1, 0, dense}, kernel_slots},
    {{"EinsumDense", 1, 0, einsum_dense}, einsum_slots},
    {{"Embedding", 1, 0, embedding}, embedding_slots},
    {{"Lambda", 1, 0, lambda}},
    {{"Masking", 1, 0, masking}},
    {{"Normalization", 1, 0, normalization}, normalization_slots},
    {{"Rescaling", 1, 0, rescaling}},
    {{"SlicingOpLambda", 1, 0, function_call}},
    {{"TFOpLambda", 1, 0, function_call}},
    {{"TimeDistributed", 1, 0, time_distributed}, time_slots},
};

}  // namespace

std::span<const LayerRow> core_layers() {
  return rows;
}

}  // namespace ng::keras
