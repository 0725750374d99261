// SPDX-License-Identifier: Apache-2.0
// Rows of ops that change the axes of the same elements, and of ops that return their operand.
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

void make_broadcast(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(broadcast(x, builder.shuffled(x.axes() | builder.random_axes(2))));
}

void make_order(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(axes_with_order(x, builder.shuffled(x.axes())));
}

// Renames some axes; a name that another value has makes the two values share that axis.
void make_cast_axes(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  std::vector<Axis> names;
  for (const Axis& axis : x.axes()) {
    const Axis other = builder.random_axis();
    names.push_back(builder.draws().chance(60) ? axis
                                               : builder.axis_of(other.name(), axis.length()));
  }
  builder.add(cast_axes(x, Axes(names)));
}

void make_flatten(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  if (builder.draws().chance(50)) return builder.add(flatten(x));
  builder.add(flatten_at(x, static_cast<std::size_t>(builder.draws().within(
                                0, static_cast<std::int64_t>(x.axes().size())))));
}

bool has_flattened(const Op& op) {
  for (const Axis& axis : op.axes())
    if (axis.is_flattened()) return true;
  return false;
}

void make_unflatten(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  const Op flat = builder.operand(has_flattened, {}, DType::f32);
  builder.add(unflatten(has_flattened(flat) ? flat : flatten(tanh(x))));
}

void make_expand_dims(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(expand_dims(x, builder.random_axis(),
                          builder.draws().within(0, static_cast<std::int64_t>(x.axes().size()))));
}

void make_transpose(ProgramBuilder& builder, const OpDef&) {
  builder.add(transpose(builder.operand()));
}

void make_cast_role(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  std::vector<Axis> names;
  for (const Axis& axis : x.axes())
    names.push_back(builder.draws().chance(60)
                        ? axis
                        : builder.axis_of(builder.random_axis().name(), axis.length()));
  builder.add(cast_role(x, Axes(names)));
}

void make_map_roles(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  const std::string from = builder.random_axis().name(), to = builder.random_axis().name();
  if (from == to) return;
  builder.add(map_roles(x, {{from, to}, {to, from}}));
}

void make_stop_gradient(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(x * stop_gradient(x));
}

void make_contiguous(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(
      contiguous(builder.draws().chance(50) ? axes_with_order(x, builder.shuffled(x.axes())) : x));
}

void make_print(ProgramBuilder& builder, const OpDef&) {
  builder.add(print_value(builder.operand(), "x"));
}

}  // namespace

std::vector<ProgramRow> shape_rows() {
  return {{"broadcast", make_broadcast},   {"axes_with_order", make_order},
          {"cast_axes", make_cast_axes},   {"flatten", make_flatten},
          {"unflatten", make_unflatten},   {"expand_dims", make_expand_dims},
          {"transpose", make_transpose},   {"cast_role", make_cast_role},
          {"map_roles", make_map_roles},   {"stop_gradient", make_stop_gradient},
          {"contiguous", make_contiguous}, {"print", make_print}};
}

}  // namespace ng::fuzz
