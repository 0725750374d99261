// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/opaque.h"

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"

namespace ng {
namespace {

std::vector<TensorType> infer_opaque(std::span<const Value>, const Attributes& attributes) {
  return {{attributes.get<Axes>("axes"), result_dtype(attributes)}};
}

void refuse_to_run(const Node& node, std::span<const HostArray>, std::span<HostArray>) {
  Diagnostic diagnostic;
  diagnostic.what = "the op " + quote(node.attributes.get<std::string>("kind")) +
                    " of the model cannot run: " + reason_not_to_run(node);
  diagnostic.where = describe(node);
  diagnostic.action =
      "replace it by other ops in the editor, or in the program that wrote the model";
  diagnostic.ops = {node.id};
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Opaque, too: a run that needs the gradient is refused, instead of getting 0.
void adjoint_opaque(AdjointContext& c) {
  const Attributes& own = c.node->attributes;
  const OpaqueText text = {"gradient of " + own.get<std::string>("kind"), "",
                           own.get<std::string>("reason"), own.get<std::string>("domain")};
  for (std::size_t i = 0; i < c.node->operands.size(); ++i) {
    const Op x = c.operand(i);
    if (is_float(x.dtype())) c.add(i, opaque({x, c.delta}, x.axes(), x.dtype(), text).value());
  }
}

}  // namespace

const OpDef opaque_op = {
    .name = "opaque",
    .class_name = "OpaqueOp",
    .glyph = "?",
    .doc =
        "An op of a model from another framework that the engine does not compute. Its kind and "
        "attributes are shown; a run that needs it or a gradient through it is refused.",
    .operands = {"x…"},
    .attributes = {"axes", "details", "domain", "dtype", "kind", "reason"},
    .traits = {},
    .infer = infer_opaque,
    .evaluate = refuse_to_run,
    .adjoint = adjoint_opaque,
    .flops = no_flops,
};

Op opaque(const std::vector<Op>& operands, const Axes& axes, DType dtype, const OpaqueText& text) {
  const std::vector<Operand> values(operands.begin(), operands.end());
  Attributes attributes{{"axes", axes},
                        {"details", text.details},
                        {"dtype", std::string(name(dtype))},
                        {"kind", text.kind},
                        {"reason", text.reason}};
  if (!text.domain.empty()) attributes.set("domain", text.domain);
  return make_op(opaque_op, values, std::move(attributes));
}

std::string reason_not_to_run(const Node& node) {
  return node.def == &opaque_op ? node.attributes.get<std::string>("reason") : "";
}

}  // namespace ng
