// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/kernel_form.h"

#include "engine/graph/op_def.h"
#include "engine/lowering/same_memory.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// The operand of `fused` bound to the body parameter `value`; none if the body computes `value`.
std::optional<int> operand_of(const Node& fused, const Value& value) {
  const std::vector<NodePtr>& parameters = fused.body->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i] == value.node) return static_cast<int>(i);
  }
  return std::nullopt;
}

const Value& operand(const Node& fused, int i) {
  return fused.operands[static_cast<std::size_t>(i)];
}

// Matches `value` as alpha * scale * term. Adds the number of matched body ops to `inside`.
bool read_multiple(const Node& fused, const Value& value, MultipleAdded& form,
                   std::size_t& inside) {
  if (const auto term = operand_of(fused, value)) {
    form.term = *term;
    return true;
  }
  if (!applies(*value.node, kernel::Fn::multiply)) return false;
  ++inside;
  for (int i : {0, 1}) {
    const Value& factor = value.node->operands[static_cast<std::size_t>(i)];
    const auto term = operand_of(fused, value.node->operands[static_cast<std::size_t>(1 - i)]);
    if (!term || operand(fused, *term).axes() != fused.results[0].axes) continue;
    form.term = *term;
    if (const TensorPtr constant = constant_value(factor); constant && constant->size() == 1) {
      form.alpha *= constant->item();
      return true;
    }
    form.scale = operand_of(fused, factor);
    return form.scale && operand(fused, *form.scale).axes().empty() &&
           operand(fused, *form.scale).dtype() == operand(fused, form.term).dtype();
  }
  return false;
}

std::optional<MultipleAdded> multiple_added(const Node& fused) {
  const Body& body = *fused.body;
  if (body.results.size() != 1) return std::nullopt;
  const Node& last = *body.results[0].node;
  const bool subtracts = applies(last, kernel::Fn::subtract);
  if (!subtracts && !applies(last, kernel::Fn::add)) return std::nullopt;
  MultipleAdded form;
  std::size_t inside = 1;
  const auto base = operand_of(fused, last.operands[0]);
  if (subtracts) form.alpha = -1;
  if (!base || !read_multiple(fused, last.operands[1], form, inside) || inside != body.order.size())
    return std::nullopt;
  form.base = *base;
  const TensorType& type = fused.results[0];
  for (const int i : {form.base, form.term}) {
    const Value& value = operand(fused, i);
    if (value.axes() != type.axes || value.dtype() != type.dtype) return std::nullopt;
  }
  return form;
}

}  // namespace

KernelForm kernel_form(const Node& fused) {
  if (same_memory(fused)) return SameElements{};
  if (const auto added = multiple_added(fused)) return *added;
  return std::monostate();
}

}  // namespace ng
