// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/device_copy.h"

#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"

namespace ng {
namespace {

std::vector<TensorType> infer_same(std::span<const Value> operands, const Attributes&) {
  require_values(device_copy_op, operands, 1);
  return {operands[0].type()};
}

template <class T>
void evaluate_same(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values = in[0].values;
}

void adjoint_same(AdjointContext& c) {
  c.add(0, c.delta);
}

}  // namespace

const OpDef device_copy_op = {
    .name = "device_copy",
    .class_name = "DeviceCopyOp",
    .glyph = "⇢",
    .family = Family::effect,
    .doc =
        "x, computed by the device `from`, in the memory of the device `to`, whose ops read it. "
        "Gradient: d.",
    .operands = {"x"},
    .attributes = {"from", "to"},
    .traits = {.exact = true},
    .infer = infer_same,
    .evaluate = evaluate_same<double>,
    .evaluate_integers = evaluate_same<Integer>,
    .adjoint = adjoint_same,
    .flops = no_flops,
    .loops = [](const Node&) { return std::vector<OpLoop>(); },
};

Op device_copy(const Op& x, const DeviceCopy& devices) {
  return make_op(device_copy_op, {x}, {{"from", devices.from}, {"to", devices.to}});
}

std::optional<DeviceCopy> device_copy_of(const Node& node) {
  if (node.def != &device_copy_op) return std::nullopt;
  return DeviceCopy{node.attributes.get<std::string>("from"),
                    node.attributes.get<std::string>("to")};
}

}  // namespace ng
