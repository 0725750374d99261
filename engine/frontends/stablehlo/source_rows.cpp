// SPDX-License-Identifier: Apache-2.0
// Constants, positions, and what the converter makes for branches and loops.
#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {
namespace {

// One value for all elements of a shape.
void constant(NodeContext& n) {
  const onnx::Attribute* value = n.node.find("splat");
  if (!value || !value->t) NodeContext::refuse("it has no elements");
  const ItemPtr one = constant_of(onnx::contents(*value->t, {}));
  give(n, step(n, "Expand", {one, integers(n.list("shape"))}));
}

ItemPtr iota_of(NodeContext& n, const Integers& shape) {
  const std::int64_t dim = n.integer("iota_dimension", 0);
  if (dim < 0 || dim >= std::ssize(shape)) NodeContext::refuse("its dimension is out of range");
  Integers own(shape.size(), 1);
  own[static_cast<std::size_t>(dim)] = shape[static_cast<std::size_t>(dim)];
  const ItemPtr along = cast(n, positions(own[static_cast<std::size_t>(dim)]), result_type(n));
  return expanded(n, reshaped(n, along, own), shape);
}

void iota(NodeContext& n) {
  give(n, iota_of(n, result_shape(n)));
}

void dynamic_iota(NodeContext& n) {
  give(n, iota_of(n, n.integers(0, "its shape")));
}

void counter(NodeContext& n) {
  const ItemPtr start = operand(n, 0), iteration = cast(n, operand(n, 1), start->dtype());
  const double by = n.number("step", 1);
  const ItemPtr moved = by == 1 ? iteration : step(n, "Mul", {iteration, like(iteration, by)});
  give(n, step(n, "Add", {start, moved}));
}

void row(NodeContext& n) {
  give(n, squeezed(n, operand(n, 0), {0}));
}

void chosen(NodeContext& n) {
  const ItemPtr index = operand(n, 0);
  give(n, step(n, "Equal", {index, like(index, static_cast<double>(n.integer("branch", 0)))}));
}

void refused(NodeContext& n) {
  NodeContext::refuse(n.text("reason", "this op is not imported"));
}

constexpr OpRow rows[] = {
    {"chosen", 1, 0, chosen},   {"constant", 1, 0, constant},
    {"counter", 1, 0, counter}, {"dynamic_iota", 1, 0, dynamic_iota},
    {"iota", 1, 0, iota},       {"refused", 1, 0, refused},
    {"row", 1, 0, row},
};

}  // namespace

std::span<const OpRow> source_rows() {
  return rows;
}

}  // namespace ng::stablehlo
