// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/op_context.h"

#include <numeric>

namespace ng::stablehlo {

ItemPtr operand(const NodeContext& n, std::size_t i) {
  if (!n.has(i)) NodeContext::refuse("it lacks its operand " + std::to_string(i));
  return n.shared(i);
}

DType result_type(const NodeContext& n) {
  if (!n.given("result_type")) NodeContext::refuse("its result is not a tensor");
  if (n.given("lacking_type"))
    NodeContext::refuse("the elements of its result are " + n.text("lacking_type", "") +
                        ", which the engine lacks");
  return tensorflow::type_of(n, "result_type", DType::f32);
}

Integers result_shape(const NodeContext& n) {
  if (!n.given("result_shape")) NodeContext::refuse("its result is not a tensor");
  Integers shape = n.list("result_shape");
  for (const std::int64_t length : shape)
    if (length < 0) NodeContext::refuse("a length of its result is open");
  element_count(shape);  // refuses more elements than a tensor can have
  return shape;
}

Integers list_of(const NodeContext& n, const char* attribute, std::size_t count,
                 std::int64_t otherwise) {
  if (!n.given(attribute)) return Integers(count, otherwise);
  Integers list = n.list(attribute);
  NodeContext::need_count(attribute, list.size(), count);
  return list;
}

Integers shape_of(const ItemPtr& x) {
  const Shape shape = x->shape();
  return {shape.begin(), shape.end()};
}

ItemPtr expanded(NodeContext& n, const ItemPtr& x, const Integers& shape) {
  return shape_of(x) == shape ? x : step(n, "Expand", {x, integers(shape)});
}

ItemPtr reversed(NodeContext& n, const ItemPtr& x, const Integers& dims) {
  if (dims.empty()) return x;
  return step(n, "Slice",
              {x, integers(Integers(dims.size(), -1)), integers(Integers(dims.size(), INT64_MIN)),
               integers(dims), integers(Integers(dims.size(), -1))});
}

ItemPtr padded(NodeContext& n, const ItemPtr& x, const Integers& pads, const ItemPtr& value) {
  for (const std::int64_t pad : pads)
    if (pad != 0) return step(n, "Pad", {x, integers(pads), value});
  return x;
}

ItemPtr spread(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t factor,
               const ItemPtr& value) {
  Integers shape = shape_of(x);
  const auto at = static_cast<std::size_t>(dim);
  if (factor == 1 || shape[at] < 2) return x;
  const std::int64_t length = shape[at];
  NodeContext::need_short(factor);
  Integers pads(2 * shape.size() + 2, 0);
  pads[shape.size() + 1 + at + 1] = factor - 1;
  const ItemPtr apart = padded(n, unsqueezed(n, x, {dim + 1}), pads, value);
  shape[at] = length * factor;
  return sliced(n, reshaped(n, apart, shape), dim, 0, (length - 1) * factor + 1);
}

ItemPtr positions(std::int64_t count) {
  NodeContext::need_short(count);
  Integers all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return integers(all);
}

ItemPtr constant_of(ng::Tensor value) {
  auto item = std::make_shared<onnx::Item>();
  item->known = std::move(value);
  return item;
}

}  // namespace ng::stablehlo
