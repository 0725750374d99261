// SPDX-License-Identifier: Apache-2.0
// Views, parts, joins, look-ups and classes: elements are moved, not computed.
#include "engine/frontends/onnx_export/arithmetic.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/ops/lookup.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/slice_items.h"
#include "engine/runtime/window_steps.h"

namespace ng::onnx {
namespace {

Written copy(ExportContext& c, std::string_view) {
  return c.add("Identity", {c.result(c.operands[0])}, c.dtype());
}

Written reordered(ExportContext& c, std::string_view) {
  return c.graph.expanded(c.operands[0], c.axes());
}

Written renamed(ExportContext& c, std::string_view) {
  return c.graph.reshaped(c.operands[0], c.axes());
}

// Of a part without elements `first` and the end are equal.
std::int64_t end_of(const SliceRange& range) {
  return range.length == 0 ? range.first : range.first + (range.length - 1) * range.step + 1;
}

Written part(ExportContext& c, std::string_view) {
  const Written& x = c.operands[0];
  if (x.axes.empty()) return x;
  const auto items = slice_items(c.node.attributes.get<std::string>("slices"));
  const Part part = part_of(x.axes, items);
  std::vector<std::int64_t> starts, ends, steps, axes;
  for (std::size_t i = 0; i < part.ranges.size(); ++i) {
    const SliceRange& range = part.ranges[i];
    starts.push_back(range.first);
    ends.push_back(end_of(range));
    steps.push_back(range.step);
    axes.push_back(static_cast<std::int64_t>(i));
  }
  const std::string made = c.graph.add(
      "Slice",
      {x.name, c.graph.integers(starts, c.name + ".starts"),
       c.graph.integers(ends, c.name + ".ends"), c.graph.integers(axes, c.name + ".axes"),
       c.graph.integers(steps, c.name + ".steps")},
      {}, c.name);
  std::vector<Axis> kept;
  for (std::size_t i = 0; i < part.ranges.size(); ++i)
    kept.push_back(make_axis(part.ranges[i].length));
  return c.graph.reshaped({made, Axes(kept), x.dtype}, c.axes());
}

Written padded(ExportContext& c, std::string_view) {
  if (c.axes().empty()) return c.operands[0];
  const Written x = c.graph.cast(c.operands[0], moved_in(c.operands[0].dtype));
  std::vector<std::int64_t> before, after;
  const auto paddings = paddings_of(c.node);
  for (const Padding& padding : *paddings) {
    before.push_back(padding.before);
    after.push_back(padding.after);
  }
  before.insert(before.end(), after.begin(), after.end());
  const std::string made =
      c.graph.add("Pad", {x.name, c.graph.integers(before, c.name + ".pads")}, {}, c.name);
  return c.graph.cast({made, c.axes(), x.dtype}, c.dtype());
}

Written joined(ExportContext& c, std::string_view) {
  const auto at = static_cast<std::int64_t>(joined_position(c.node));
  const bool stacks = !concatenated_axis(c.node);
  std::vector<std::string> parts;
  for (const Written& x : c.operands) {
    std::vector<Axis> own;
    for (const Axis& axis : c.axes()) {
      if (stacks && std::ssize(own) == at)
        own.push_back(make_axis(1));
      else
        own.push_back(x.axes[x.axes.index(axis)]);
    }
    Axes order(own);
    parts.push_back(stacks ? c.graph.reshaped(c.graph.ordered(x, order & x.axes), order).name
                           : c.graph.ordered(x, order).name);
  }
  return {c.graph.add("Concat", parts, {integer_attribute("axis", at)}, c.name), c.axes(),
          c.dtype()};
}

// Toward zero. A class outside the axis is no error in ONNX: its row is zeros.
Written checked_classes(ExportContext& c, std::string_view) {
  const Written x = c.alike(0, c.dtype());
  if (!is_float(x.dtype)) return c.add("Identity", {x}, x.dtype);
  const Written whole = c.add("Floor", {c.add("Abs", {x}, x.dtype, ".size")}, x.dtype, ".whole");
  return c.add("Mul", {whole, c.add("Sign", {x}, x.dtype, ".sign")}, x.dtype);
}

// 1 where the position along the first axis is the class.
Written class_rows(ExportContext& c, std::string_view) {
  const DType type = is_float(c.operands[0].dtype) ? DType::f64 : DType::i64;
  ng::Tensor positions(type, {c.axes()[0].length()});
  for (std::int64_t i = 0; i < positions.size(); ++i) positions.set(i, static_cast<double>(i));
  const Written along{c.graph.initializer(positions, c.name + ".classes"), Axes{c.axes()[0]}, type};
  return c.result(
      c.add("Equal", {c.graph.aligned(along, c.axes()), c.alike(0, type)}, DType::bool_));
}

Written rows_of(ExportContext& c, std::string_view) {
  const Written& table = c.operands[0];
  const Written index = c.graph.cast(c.operands[1], DType::i64);
  const std::int64_t at = c.axes()[0] == index.axes[0] && table.axes[1] == c.axes()[1] ? 0 : 1;
  return {c.graph.add("Gather", {table.name, index.name}, {integer_attribute("axis", at)}, c.name),
          c.axes(), table.dtype};
}

// Sums of elements over the rows of a table that the indices number; a skipped row stays zero.
Written rows_summed(ExportContext& c, std::string_view) {
  const DType type = modular_type(c.node);
  const Written index = c.graph.cast(c.operands[1], DType::i64);
  Written added = converted(c.graph, c.operands[0], type);
  const std::size_t at = added.axes.contains(c.axes()[0]) ? 1 : 0;
  const Axis row = c.axes()[at], other = c.axes()[1 - at];
  added = c.graph.ordered(added, Axes{index.axes[0], other});
  if (const std::int64_t skipped = lookup_of(c.node).skipped; skipped >= 0) {
    const Written pads =
        c.graph.add("Equal", {index, number_like(c.graph, index, static_cast<double>(skipped))},
                    index.axes, DType::bool_, c.name + ".skipped");
    added =
        chosen(c.graph, c.graph.aligned(pads, added.axes), number_like(c.graph, added, 0), added);
  }
  const Written zeros = c.graph.expanded(number_like(c.graph, added, 0), Axes{row, other});
  const Written places = c.graph.reshaped(index, Axes{index.axes[0], make_axis(1)});
  const std::string made = c.graph.add("ScatterND", {zeros.name, places.name, added.name},
                                       {text_attribute("reduction", "add")}, c.name);
  return c.result(c.graph.ordered({made, Axes{row, other}, type}, c.axes()));
}

// The last operand's elements at the slices; elsewhere the first's, or zeros.
Written spread(ExportContext& c, std::string_view) {
  const auto items = slice_items(c.node.attributes.get<std::string>("slices"));
  const Part part = part_of(c.axes(), items);
  std::vector<std::int64_t> places;
  for (const std::size_t offset : offsets_in(c.axes(), part))
    places.push_back(static_cast<std::int64_t>(offset));
  const Axis all = make_axis(c.axes().element_count()), taken = make_axis(std::ssize(places));
  const Written whole = c.operands.size() > 1
                            ? c.graph.expanded(c.result(c.operands[0]), c.axes())
                            : c.graph.expanded(number_like(c.graph, c.operands[0], 0), c.axes());
  if (places.empty()) return whole;
  const Written elements = c.result(c.operands.back());
  const std::string made = c.graph.add(
      "ScatterElements",
      {c.graph.reshaped(whole, Axes{all}).name, c.graph.integers(places, c.name + ".places"),
       c.graph.reshaped(elements, Axes{taken}).name},
      {integer_attribute("axis", 0)}, c.name);
  return c.graph.reshaped({made, Axes{all}, c.dtype()}, c.axes());
}

constexpr ExportRow rows[] = {
    {"axes_with_order", "", reordered},
    {"broadcast", "", reordered},
    {"cast_axes", "", renamed},
    {"cast_role", "", renamed},
    {"checked_classes", "", checked_classes},
    {"class_rows", "", class_rows},
    {"concat_along_axis", "", joined},
    {"contiguous", "", copy},
    {"expand_dims", "", reordered},
    {"flatten", "", renamed},
    {"lookuptable", "", rows_of},
    {"lookuptable_gradient", "", rows_summed},
    {"map_roles", "", renamed},
    {"pad", "", padded},
    {"print", "", copy},
    {"replace_slice", "", spread, true},
    {"stack", "", joined},
    {"stop_gradient", "", copy},
    {"tensor_slice", "", part},
    {"transpose", "", reordered},
    {"unflatten", "", renamed},
    {"unslice", "", spread, true},
    {"value_of", "", copy},
};

}  // namespace

std::span<const ExportRow> shape_export_rows() {
  return rows;
}

}  // namespace ng::onnx
