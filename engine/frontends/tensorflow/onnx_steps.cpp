// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/onnx_steps.h"

#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/pass_through.h"
#include "engine/ops/result_type.h"

namespace ng::tensorflow {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 27;

}  // namespace

using onnx::Attribute;
using onnx::AttributeKind;

Attribute attribute(std::string name, std::int64_t value) {
  Attribute a;
  a.name = std::move(name);
  a.kind = AttributeKind::integer;
  a.i = value;
  return a;
}

Attribute attribute(std::string name, double value) {
  Attribute a;
  a.name = std::move(name);
  a.kind = AttributeKind::number;
  a.f = value;
  return a;
}

Attribute attribute(std::string name, std::vector<std::int64_t> values) {
  Attribute a;
  a.name = std::move(name);
  a.kind = AttributeKind::integers;
  a.ints = std::move(values);
  return a;
}

Attribute attribute(std::string name, const char* value) {
  Attribute a;
  a.name = std::move(name);
  a.kind = AttributeKind::text;
  a.s = value;
  return a;
}

std::vector<ItemPtr> steps(NodeContext& n, const char* op, const std::vector<ItemPtr>& inputs,
                           const Attributes& attributes, std::size_t outputs) {
  onnx::Node node;
  node.op_type = op;
  node.attributes = attributes;
  for (std::size_t i = 0; i < outputs; ++i) node.outputs.push_back(std::to_string(i));
  NodeContext context(node, onnx::newest_opset, inputs, n.dims);
  onnx::find_row(op, onnx::newest_opset)->build(context);
  for (const ItemPtr& result : context.results) {
    if (!result) NodeContext::refuse(std::string("a result of its ") + op + " is not imported");
    onnx::fold(*result, inputs);
    if (result->count) NodeContext::refuse("the length of its result depends on its data");
  }
  return context.results;
}

ItemPtr step(NodeContext& n, const char* op, const std::vector<ItemPtr>& inputs,
             const Attributes& attributes) {
  return steps(n, op, inputs, attributes, 1)[0];
}

ItemPtr applied(NodeContext& n, Op (*function)(const Op&), const ItemPtr& x) {
  const DType result = x->dtype(), computed = result == DType::f64 ? result : DType::f32;
  const ItemPtr operand = cast(n, x, computed);
  const ScopedResultType type(computed);
  auto made = std::make_shared<onnx::Item>();
  made->op = function(onnx::op_of(*operand, n.dims));
  onnx::fold(*made, {operand});
  return cast(n, made, result);
}

ItemPtr stopped(NodeContext& n, const ItemPtr& x) {
  const bool constant = x->known && !x->weight;
  if (constant || !is_float(x->dtype())) return x;
  auto made = std::make_shared<onnx::Item>();
  made->op = stop_gradient(onnx::op_of(*x, n.dims));
  return made;
}

ItemPtr integers(const std::vector<std::int64_t>& values) {
  auto item = std::make_shared<onnx::Item>();
  item->known = ng::Tensor(DType::i64, {std::ssize(values)});
  std::copy(values.begin(), values.end(), item->known->as<std::int64_t>());
  return item;
}

ItemPtr integer(std::int64_t value) {
  auto item = std::make_shared<onnx::Item>();
  item->known = ng::Tensor(DType::i64, {});
  item->known->as<std::int64_t>()[0] = value;
  return item;
}

ItemPtr number(double value, DType dtype) {
  auto item = std::make_shared<onnx::Item>();
  item->known = ng::Tensor(dtype, {});
  item->known->set(0, value);
  return item;
}

void need_moderate(const Shape& shape) {
  if (element_count(shape) > most_elements) NodeContext::refuse("it has too many elements");
}

void give(NodeContext& n, ItemPtr item, std::size_t i) {
  if (n.wants(i)) n.results[i] = std::move(item);
}

ItemPtr transposed(NodeContext& n, const ItemPtr& x, const std::vector<std::int64_t>& order) {
  return step(n, "Transpose", {x}, {attribute("perm", order)});
}

ItemPtr reshaped(NodeContext& n, const ItemPtr& x, const std::vector<std::int64_t>& shape) {
  return step(n, "Reshape", {x, integers(shape)}, {attribute("allowzero", std::int64_t{1})});
}

ItemPtr squeezed(NodeContext& n, const ItemPtr& x, const std::vector<std::int64_t>& axes) {
  return axes.empty() ? x : step(n, "Squeeze", {x, integers(axes)});
}

ItemPtr unsqueezed(NodeContext& n, const ItemPtr& x, const std::vector<std::int64_t>& axes) {
  return axes.empty() ? x : step(n, "Unsqueeze", {x, integers(axes)});
}

ItemPtr sliced(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t begin,
               std::int64_t end, std::int64_t stride) {
  return step(n, "Slice",
              {x, integers({begin}), integers({end}), integers({dim}), integers({stride})});
}

ItemPtr rolled(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t shift) {
  const std::int64_t have = x->shape().at(static_cast<std::size_t>(dim));
  if (have == 0) return x;
  const std::int64_t at = ((-shift) % have + have) % have;
  if (at == 0) return x;
  return step(n, "Concat", {sliced(n, x, dim, at, have), sliced(n, x, dim, 0, at)},
              {attribute("axis", dim)});
}

std::vector<std::int64_t> inverse_of(const std::vector<std::int64_t>& order) {
  std::vector<std::int64_t> inverse(order.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool inside = order[i] >= 0 && order[i] < std::ssize(order);
    if (!inside || inverse[static_cast<std::size_t>(order[i])] >= 0)
      NodeContext::refuse("its dimensions are no permutation");
    inverse[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  }
  return inverse;
}

ItemPtr cast(NodeContext& n, const ItemPtr& x, DType dtype) {
  if (x->dtype() == dtype) return x;
  return step(n, "Cast", {x},
              {attribute("to", static_cast<std::int64_t>(onnx::element_type(dtype)))});
}

std::int64_t rank_of(const ItemPtr& x) {
  return std::ssize(x->shape());
}

DType type_of(const NodeContext& n, const char* attribute, DType otherwise) {
  if (!n.given(attribute)) return otherwise;
  const auto type = static_cast<onnx::ElementType>(n.integer(attribute, 0));
  if (const auto dtype = onnx::dtype_of(type)) return *dtype;
  NodeContext::refuse("its attribute '" + std::string(attribute) + "' is the type " +
                      onnx::describe(type) + ", which the engine lacks");
}

bool flag(const NodeContext& n, const char* attribute) {
  return n.integer(attribute, 0) != 0;
}

}  // namespace ng::tensorflow
