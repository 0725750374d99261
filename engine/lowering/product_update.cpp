// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/product_update.h"

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// Matches `value` as alpha * scale * dot. Adds the number of matched body ops to `inside`.
bool read_multiple(const Node& fused, const Value& value, ProductUpdate& update,
                   std::size_t& inside) {
  update.dot = outer_value(fused, value);
  if (update.dot) return true;
  if (!applies(*value.node, kernel::Fn::multiply)) return false;
  ++inside;
  for (int i : {0, 1}) {
    const Value& factor = value.node->operands[static_cast<std::size_t>(i)];
    update.dot = outer_value(fused, value.node->operands[static_cast<std::size_t>(1 - i)]);
    if (!update.dot || update.dot.axes() != fused.results[0].axes) continue;
    if (const TensorPtr constant = constant_value(factor); constant && constant->size() == 1) {
      update.alpha *= constant->item();
      return true;
    }
    update.scale = outer_value(fused, factor);
    return update.scale && update.scale.axes().empty() &&
           update.scale.dtype() == update.dot.dtype();
  }
  return false;
}

}  // namespace

Value outer_value(const Node& fused, const Value& value) {
  const std::vector<NodePtr>& parameters = fused.body->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i] == value.node) return fused.operands[i];
  }
  return {};
}

std::optional<ProductUpdate> product_update(const Node& fused) {
  const Body& body = *fused.body;
  if (body.results.size() != 1) return std::nullopt;
  const Node& last = *body.results[0].node;
  const bool subtracts = applies(last, kernel::Fn::subtract);
  if (!subtracts && !applies(last, kernel::Fn::add)) return std::nullopt;
  ProductUpdate update;
  std::size_t inside = 1;
  update.base = outer_value(fused, last.operands[0]);
  if (subtracts) update.alpha = -1;
  if (!update.base) return std::nullopt;
  if (!read_multiple(fused, last.operands[1], update, inside)) return std::nullopt;
  if (inside != body.order.size()) return std::nullopt;
  const TensorType& type = fused.results[0];
  for (const Value& value : {update.base, update.dot}) {
    if (value.axes() != type.axes || value.dtype() != type.dtype) return std::nullopt;
  }
  return update;
}

}  // namespace ng
