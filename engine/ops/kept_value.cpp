// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/kept_value.h"

#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"

namespace ng {
namespace {

template <class T>
void evaluate_kept(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values = in[1].values;
}

}  // namespace

Op kept_value(const Op& made, const Op& kept) {
  return make_op(kept_value_op, {made, kept});
}

Value kept_of(const Node& node) {
  return node.def == &kept_value_op ? node.operands[1] : Value{};
}

const OpDef kept_value_op = {
    .name = "kept_value",
    .class_name = "KeptValue",
    .glyph = "⊢",
    .family = Family::view,
    .doc =
        "In a gradient: the value `kept`, which equals `made` and costs less, such as what the "
        "step of a scan saved of it. Gradient: d for `made`.",
    .operands = {"made", "kept"},
    .attributes = {},
    .traits = {.cheap = true, .exact = true},
    .infer = [](std::span<const Value> operands, const Attributes&) -> std::vector<TensorType> {
      require_values(kept_value_op, operands, 2);
      const TensorType &made = operands[0].type(), &kept = operands[1].type();
      if (made.axes != kept.axes || made.dtype != kept.dtype) {
        refuse(ErrorKind::value, "a kept value must have the replaced type: " + to_string(made) +
                                     ", not " + to_string(kept));
      }
      return {kept};
    },
    .evaluate = evaluate_kept<double>,
    .evaluate_integers = evaluate_kept<Integer>,
    .adjoint = [](AdjointContext& c) { c.add(0, c.delta); },
    .lower = LowerKind::composite,
    .decompose = [](const Node& node) { return node.operands[1]; },
    .flops = no_flops,
};

}  // namespace ng
