// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shapes/set_item.h"

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

std::vector<TensorType> infer_set_item(std::span<const Value> operands,
                                       const Attributes& attributes) {
  require_values(set_item_op, operands, 2);
  require_assignable(operands[0]);
  const auto items = slice_items(attributes.get<std::string>("slices"));
  const Axes part = axes_of_part(operands[0].axes(), items);
  const Axes& value = operands[1].axes();
  if (!value.is_sub_set(part)) {
    Diagnostic diagnostic;
    diagnostic.what = "the assigned value has axes that the part lacks";
    diagnostic.found = describe(operands[1]);
    diagnostic.expected = "axes of (" + part.text() + "), the part of " + describe(operands[0]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  broadcast_axes(value, part, [&] { return describe(operands[1]) + " assigned to a part"; });
  return {};
}

std::vector<TensorType> infer_fill(std::span<const Value> operands, const Attributes& attributes) {
  require_values(fill_op, operands, 1);
  require_assignable(operands[0]);
  const auto value = attributes.get<TensorPtr>("value");
  if (value && value->shape.empty()) return {};
  Diagnostic diagnostic;
  diagnostic.what = "fill needs a number that is known when the graph is built";
  diagnostic.found = value ? to_string(Attribute(value)) : "an op that is not a constant";
  diagnostic.expected = "a number";
  diagnostic.action = "use assign for other values";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The number as exactly as the target holds it.
TensorPtr constant_of(const Operand& value, const Operand& target) {
  if (value.is_op()) return constant_value(value.op().value());
  const std::optional<double>& number = value.number();
  if (!number || !rounds_beside(*number, target)) return value.constant();
  return std::make_shared<Tensor>(Tensor::from(DType::f64, {}, std::span(&*number, 1)));
}

}  // namespace

const OpDef set_item_op = {
    .name = "set_item",
    .class_name = "SetItemOp",
    .glyph = "[←",
    .family = Family::effect,
    .doc =
        "Sets the part of the target selected by the slices to the value, at the end of the run or "
        "at this point of a sequence; the rest stays. Has no value.",
    .operands = {"target", "value"},
    .attributes = {"slices"},
    .functions = {{{{"tensor"}, {"item", ParameterKind::slices, {}, "slices"}, {"value"}},
                   [](const OpArguments& a) {
                     const Operand target = a.operand("tensor");
                     return set_item(target, a.slices("item"),
                                     written_argument(a, "value", target));
                   }}},
    .traits = {.kind = OpKind::update},
    .infer = infer_set_item,
    .decompose =
        [](const Node& node) {
          const auto items = slice_items(node.attributes.get<std::string>("slices"));
          return replace_slice(Op(node.operands[0]), items, Op(node.operands[1])).value();
        },
    .flops = no_flops,
};

const OpDef fill_op = {
    .name = "fill",
    .class_name = "Fill",
    .glyph = "←#",
    .family = Family::effect,
    .doc =
        "Sets every element of the target to the number, at the end of the run or at this point of "
        "a sequence. Has no value.",
    .operands = {"target"},
    .attributes = {"value"},
    .functions = {{{{"x"}, {"scalar", ParameterKind::operand, {}, "value"}},
                   [](const OpArguments& a) {
                     const Operand target = a.operand("x");
                     return fill(target, written_argument(a, "scalar", target));
                   }}},
    .traits = {.kind = OpKind::update},
    .infer = infer_fill,
    .decompose =
        [](const Node& node) {
          const auto value = node.attributes.get<TensorPtr>("value");
          return constant(*value, node.operands[0].axes()).value();
        },
    .flops = no_flops,
};

Op set_item(const Operand& target, std::vector<SliceItem> slices, const Operand& value) {
  const Op to = as_value(target);
  return at_line(set_item_op, target.where(), [&] {
    while (slices.size() < to.axes().size()) slices.push_back(SliceItem::all());
    const Op from = as_exact_value(value, target, axes_of_part(to.axes(), slices));
    return make_op_at(set_item_op, {Operand(to, target.where()), Operand(from, value.where())},
                      {{"slices", to_string(slices)}}, target.where());
  });
}

Op fill(const Operand& target, const Operand& value) {
  Attributes attributes;
  if (const TensorPtr number = constant_of(value, target)) attributes.set("value", number);
  return make_op_at(fill_op, {target}, std::move(attributes), target.where());
}

Value written_value(const Node& effect) {
  return effect.def == &assign_op ? effect.operands[1] : effect.def->decompose(effect);
}

bool writes_part(const Node& effect) {
  return effect.def == &set_item_op;
}

}  // namespace ng
