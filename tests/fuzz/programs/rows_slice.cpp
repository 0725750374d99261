// SPDX-License-Identifier: Apache-2.0
// Rows of slices with steps, padding, stacks and concatenations.
#include "engine/graph/op_def.h"
#include "engine/graph/slice.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/items.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {

std::vector<SliceItem> random_items(ProgramBuilder& builder, const Axes& axes) {
  Draws& draws = builder.draws();
  std::vector<SliceItem> items;
  for (const Axis& axis : axes) {
    const std::int64_t length = axis.length(), kind = draws.below(10);
    if (kind < 4) {
      items.push_back(SliceItem::all());
    } else if (kind < 5 && length > 0) {
      items.push_back(SliceItem::at(draws.within(-length, length - 1)));
    } else {
      SliceItem item = SliceItem::range({}, {}, draws.chance(60) ? 1 : draws.within(2, 4));
      if (draws.chance(70)) item.start = draws.within(0, length / 2);
      if (draws.chance(50)) item.stop = draws.chance(50) ? -draws.within(1, 2) : length - 1;
      items.push_back(item);
    }
  }
  return items;
}

namespace {

void make_slice(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(tensor_slice(x, random_items(builder, x.axes())));
}

void make_unslice(ProgramBuilder& builder, const OpDef&) {
  const Axes whole = builder.random_axes(3);
  const std::vector<SliceItem> items = random_items(builder, whole);
  const Axes part = axes_of_part(whole, items);
  std::vector<Axis> names;
  for (const Axis& axis : part) names.push_back(builder.axis_of(axis.name(), axis.length()));
  const Op x = builder.operand_over(Axes(names), builder.random_float_type());
  builder.add(unslice(cast_axes(axes_with_order(x, Axes(names)), part), items, whole));
}

// The replacement is over some axes of the slice.
void make_replace_slice(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  const std::vector<SliceItem> items = random_items(builder, x.axes());
  const Axes part = builder.some_of(axes_of_part(x.axes(), items));
  if (builder.draws().chance(30))
    return builder.add(replace_slice(x, items, value_of(0.5, x.dtype())));
  builder.add(replace_slice(x, items, value_of(builder.source(part, x.dtype()), x.dtype())));
}

void make_pad(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  std::vector<Padding> paddings;
  for (std::size_t i = 0; i < x.axes().size(); ++i)
    paddings.push_back({builder.draws().below(3), builder.draws().below(4) / 2});
  builder.add(pad(x, paddings));
}

// Values with the axes and dtype of `first`, and expressions of such values.
std::vector<Op> alike(ProgramBuilder& builder, const Op& first) {
  std::vector<Op> all = {first};
  const std::int64_t count = builder.draws().chance(10) ? 12 : builder.draws().within(1, 4);
  for (std::int64_t i = 0; i < count; ++i) {
    const Op other = builder.operand_over(first.axes(), first.dtype());
    const Op changed = builder.draws().chance(30) ? value_of(other * 0.5, first.dtype()) : other;
    all.push_back(changed);
  }
  return all;
}

void make_stack(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  const std::vector<Op> all = alike(builder, x);
  builder.add(stack(all, builder.axis_of("S", static_cast<std::int64_t>(all.size())),
                    builder.draws().within(0, static_cast<std::int64_t>(x.axes().size()))));
}

void make_concat(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand([](const Op& op) { return !op.axes().empty(); },
                               Axes(builder.random_axis()), builder.random_type());
  const Axis along = x.axes()[static_cast<std::size_t>(
      builder.draws().below(static_cast<std::int64_t>(x.axes().size())))];
  std::vector<Op> all = alike(builder, x);
  for (Op& op : all) {
    if (!builder.draws().chance(30)) continue;
    op = slice_along_axis(op, along, SliceItem::range(0, along.length() / 2));
  }
  builder.add(concat_along_axis(all, along));
}

}  // namespace

std::vector<ProgramRow> slice_rows() {
  return {{"tensor_slice", make_slice},
          {"unslice", make_unslice},
          {"replace_slice", make_replace_slice},
          {"pad", make_pad},
          {"stack", make_stack},
          {"concat_along_axis", make_concat}};
}

}  // namespace ng::fuzz
