// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shapes/slice.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/index_map.h"
#include "engine/ops/make_op.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

std::vector<SliceItem> items_of(const Attributes& attributes) {
  return slice_items(attributes.get<std::string>("slices"));
}

// The axes given for a part must have its lengths.
void require_lengths(const Axes& axes, const Part& part, const Axes& whole) {
  if (axes.all_lengths_known() && axes.lengths() == part.lengths()) return;
  Diagnostic diagnostic;
  diagnostic.what = "the axes of a slice do not have the lengths of the part that it takes";
  diagnostic.found = "(" + axes.text() + ")";
  diagnostic.expected = to_string(Shape(part.lengths())) + ", of (" + whole.text() + ")";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_slice(std::span<const Value> operands, const Attributes& attributes) {
  require_values(tensor_slice_op, operands, 1);
  const Axes axes = attributes.get<Axes>("axes");
  const Axes& whole = operands[0].axes();
  require_lengths(axes, part_of(whole, items_of(attributes)), whole);
  return {{axes, operands[0].dtype()}};
}

std::vector<TensorType> infer_unslice(std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_values(unslice_op, operands, 1);
  const Axes whole = attributes.get<Axes>("axes");
  require_lengths(operands[0].axes(), part_of(whole, items_of(attributes)), whole);
  return {{whole, operands[0].dtype()}};
}

std::vector<TensorType> infer_replace(std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_values(replace_slice_op, operands, 2);
  const Axes& whole = operands[0].axes();
  require_lengths(operands[1].axes(), part_of(whole, items_of(attributes)), whole);
  return {operands[0].type()};
}

template <class T>
void evaluate_slice(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  std::size_t n = 0;
  for (std::size_t at : offsets_in(in[0].axes, part_of(in[0].axes, items_of(node.attributes)))) {
    out[0].values[n++] = in[0].values[at];
  }
}

template <class T>
void place(const Node& node, const ArrayOf<T>& part, ArrayOf<T>& whole) {
  std::size_t n = 0;
  for (std::size_t at : offsets_in(whole.axes, part_of(whole.axes, items_of(node.attributes)))) {
    whole.values[at] = part.values[n++];
  }
}

template <class T>
void evaluate_unslice(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values.assign(out[0].values.size(), T());
  place(node, in[0], out[0]);
}

template <class T>
void evaluate_replace(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values = in[0].values;
  place(node, in[1], out[0]);
}

void adjoint_slice(AdjointContext& c) {
  c.add(0, unslice(Op(c.delta), items_of(c.node->attributes), c.operand(0).axes()).value());
}

void adjoint_unslice(AdjointContext& c) {
  const auto items = items_of(c.node->attributes);
  c.add(0, tensor_slice(Op(c.delta), items, c.operand(0).axes()).value());
}

void adjoint_replace(AdjointContext& c) {
  const auto items = items_of(c.node->attributes);
  const Axes& part = c.operand(1).axes();
  c.add(0, replace_slice(Op(c.delta), items, constant(Tensor(0.0), part)).value());
  c.add(1, tensor_slice(Op(c.delta), items, part).value());
}

kernel::Expr indexed_slice(const Node& node, IndexedContext& context) {
  const Part part = part_of(node.operands[0].axes(), items_of(node.attributes));
  IndexMap places;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < part.ranges.size(); ++i) {
    const SliceRange& range = part.ranges[i];
    places.push_back(part.dropped[i] ? kernel::Index{range.first, {}}
                                     : moved(context.place(kept++), range.first, range.step));
  }
  return context.operand(0, places);
}

bool has_steps(const Part& part) {
  return std::any_of(part.ranges.begin(), part.ranges.end(),
                     [](const SliceRange& range) { return range.step != 1; });
}

// Replaces flattened axes by plain axes of the same lengths, because their slices are not
// flattened.
Axes without_flattened(const Axes& axes) {
  std::vector<Axis> plain;
  for (const Axis& axis : axes)
    plain.push_back(axis.is_flattened() ? resized(axis, axis.length()) : axis);
  return Axes(std::move(plain));
}

// Does the range have the element? By position along the axis, as a constant.
Op is_within(const SliceRange& range, const Axis& axis) {
  Tensor within(DType::bool_, {axis.length()});
  for (std::int64_t i = 0; i < range.length; ++i) within.set(range.first + i * range.step, 1);
  return constant(std::move(within), Axes{axis});
}

// Along the axis at `at`, which has elements, x's at the range, and others between and around them.
Op spread_out(const Op& x, std::size_t at, const SliceRange& range, const Axis& whole) {
  Tensor places(DType::i64, {whole.length()});
  for (std::int64_t i = 0; i < whole.length(); ++i)
    places.set(i, static_cast<double>(std::clamp<std::int64_t>((i - range.first) / range.step, 0,
                                                               range.length - 1)));
  std::vector<Axis> axes = x.axes().list();
  axes[at] = make_axis(range.length, whole.name() + ".part");
  const Op taken =
      take(cast_axes(x, Axes(axes)), constant(std::move(places), Axes{whole}), axes[at]);
  axes[at] = whole;
  return axes_with_order(taken, Axes(axes));
}

// The part with an axis of length 1 for every index, with zeros between and around its elements.
Value decompose_unslice(const Node& node) {
  const ScopedResultType type(node.results[0].dtype);
  const Axes& whole = node.results[0].axes;
  const Axes plain = without_flattened(whole);
  const Part part = part_of(whole, items_of(node.attributes));
  std::vector<Axis> axes, kept;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    axes.push_back(resized(whole[i], part.ranges[i].length));
    if (!part.dropped[i]) kept.push_back(axes.back());
  }
  Op made = broadcast(cast_axes(Op(node.operands[0]), Axes(kept)), Axes(axes));
  std::vector<Padding> paddings;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const SliceRange& range = part.ranges[i];
    const bool gaps = range.step != 1 && range.length > 1;
    if (gaps) made = spread_out(made, i, range, plain[i]);
    paddings.push_back(gaps ? Padding{}
                            : Padding{range.first, plain[i].length() - range.first - range.length});
  }
  made = pad(made, paddings, plain);
  for (std::size_t i = 0; i < whole.size(); ++i)
    if (part.ranges[i].step != 1 && part.ranges[i].length > 1)
      made = where(is_within(part.ranges[i], plain[i]), made, 0);
  return cast_axes(axes_with_order(made, plain), whole).value();
}

// `x` with the value at the ranges, where both have the same axes.
Op chosen_within(const Op& x, const Part& part, const Op& value) {
  const ScopedResultType type(x.dtype());
  Op chosen = value;
  for (std::size_t i = 0; i < part.ranges.size(); ++i) {
    const Axis& axis = x.axes()[i];
    if (part.ranges[i].length < axis.length())
      chosen = where(is_within(part.ranges[i], axis), chosen, x);
  }
  return chosen;
}

// `x` with `value` at the ranges from axis `at` on: before, at and after the range along that axis.
// The value has all axes, with length 1 for indices.
Op replaced_from(const Op& x, const Part& part, const Op& value, std::size_t at) {
  if (at == part.ranges.size()) return value;
  const Axis& axis = x.axes()[at];
  const SliceRange& range = part.ranges[at];
  const std::int64_t end = range.first + range.length, length = axis.length();
  if (range.first == 0 && end == length) return replaced_from(x, part, value, at + 1);
  const auto between = [&](std::int64_t from, std::int64_t to) {
    return slice_along_axis(x, axis, SliceItem::range(from, to));
  };
  std::vector<Op> pieces;
  if (range.first > 0) pieces.push_back(between(0, range.first));
  pieces.push_back(replaced_from(between(range.first, end), part, value, at + 1));
  if (end < length) pieces.push_back(between(end, length));
  return concat_along_axis(pieces, axis);
}

Value decompose_replace(const Node& node) {
  const Axes& whole = node.results[0].axes;
  const std::vector<SliceItem> items = items_of(node.attributes);
  const Part part = part_of(whole, items);
  std::vector<Axis> axes, kept;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    axes.push_back(resized(whole[i], part.ranges[i].length));
    if (!part.dropped[i]) kept.push_back(axes.back());
  }
  // Like assign, converts the value to the type of the target.
  const Op value = of_type(Op(node.operands[1]), node.operands[0].dtype());
  const Axes plain = without_flattened(whole);
  const Op x = cast_axes(Op(node.operands[0]), plain);
  const Op replaced =
      has_steps(part)
          ? chosen_within(x, part, cast_axes(unslice(value, items, whole), plain))
          : replaced_from(x, part, broadcast(cast_axes(value, Axes(kept)), Axes(axes)), 0);
  return cast_axes(axes_with_order(replaced, plain), whole).value();
}

}  // namespace

const OpDef tensor_slice_op = {
    .name = "tensor_slice",
    .class_name = "TensorSliceOp",
    .glyph = "[:]",
    .family = Family::view,
    .doc =
        "The part of x selected by the slices, one per axis; an index drops its axis. Gradient: d "
        "at the slices in zeros; gradients of several slices of one tensor are summed.",
    .operands = {"x"},
    .attributes = {"slices", "axes"},
    .functions =
        {{{{"x"}, {"slices", ParameterKind::slices}, {"axes", ParameterKind::axes, "None"}},
          [](const OpArguments& a) {
            return tensor_slice(a.operand("x"), a.slices("slices"), a.optional_axes("axes"));
          }},
         {{{"x"}, {"axis", ParameterKind::axis}, {"idx", ParameterKind::integer}},
          [](const OpArguments& a) {
            return slice_along_axis(a.operand("x"), a.axis("axis"), a.integer("idx"));
          },
          "slice_along_axis"}},
    .traits = {.view = ViewKind::part, .cheap = true},
    .infer = infer_slice,
    .evaluate = evaluate_slice<double>,
    .evaluate_integers = evaluate_slice<Integer>,
    .adjoint = adjoint_slice,
    .lower = LowerKind::indexed,
    .indexed = indexed_slice,
    .flops = no_flops,
};

const OpDef unslice_op = {
    .name = "unslice",
    .class_name = "UnsliceOp",
    .glyph = "[·]",
    .family = Family::view,
    .doc =
        "Zeros over the axes, with x at the slices: the inverse of tensor_slice. "
        "Gradient: the same part of d.",
    .operands = {"x"},
    .attributes = {"slices", "axes"},
    .traits = {.view = ViewKind::spread, .cheap = true},
    .infer = infer_unslice,
    .evaluate = evaluate_unslice<double>,
    .evaluate_integers = evaluate_unslice<Integer>,
    .adjoint = adjoint_unslice,
    .lower = LowerKind::composite,
    .decompose = decompose_unslice,
    .flops = no_flops,
};

const OpDef replace_slice_op = {
    .name = "replace_slice",
    .class_name = "ReplaceSliceOp",
    .glyph = "[←]",
    .family = Family::view,
    .doc =
        "x with the value at the slices. Gradient: for x, d with zeros at the slices; for the "
        "value, that part of d.",
    .operands = {"x", "value"},
    .attributes = {"slices"},
    .traits = {.view = ViewKind::spread, .cheap = true},
    .infer = infer_replace,
    .evaluate = evaluate_replace<double>,
    .evaluate_integers = evaluate_replace<Integer>,
    .adjoint = adjoint_replace,
    .lower = LowerKind::composite,
    .decompose = decompose_replace,
    .flops = no_flops,
};

Op tensor_slice(const Operand& x, const std::vector<SliceItem>& slices,
                const std::optional<Axes>& axes) {
  const Op op = as_value(x);
  return at_line(tensor_slice_op, x.where(), [&]() -> Op {
    const Axes kept = axes ? *axes : axes_of_part(op.axes(), slices);
    return make_op_at(tensor_slice_op, {Operand(op, x.where())},
                      {{"slices", to_string(slices)}, {"axes", kept}}, x.where());
  });
}

Op getitem(const Operand& x, std::vector<SliceItem> items) {
  const Op op = as_value(x);
  while (items.size() < op.axes().size()) items.push_back(SliceItem::all());
  return tensor_slice(Operand(op, x.where()), items);
}

Op slice_along_axis(const Operand& x, const Axis& axis, const SliceItem& item) {
  const Op op = as_value(x);
  return at_line(tensor_slice_op, x.where(), [&] {
    std::vector<SliceItem> items(op.axes().size(), SliceItem::all());
    items[op.axes().index(axis)] = item;
    return tensor_slice(Operand(op, x.where()), items);
  });
}

Op slice_along_axis(const Operand& x, const Axis& axis, std::int64_t index) {
  return slice_along_axis(x, axis, SliceItem::at(index));
}

Op unslice(const Operand& x, const std::vector<SliceItem>& slices, const Axes& axes) {
  return make_op(unslice_op, {x}, {{"slices", to_string(slices)}, {"axes", axes}});
}

Op replace_slice(const Operand& x, const std::vector<SliceItem>& slices, const Operand& value) {
  const Op op = as_value(x);
  return at_line(replace_slice_op, x.where(), [&] {
    const Axes part = axes_of_part(op.axes(), slices);
    const Op filled = broadcast(as_value(value, part), part);
    return make_op_at(replace_slice_op, {Operand(op, x.where()), Operand(filled, value.where())},
                      {{"slices", to_string(slices)}}, x.where());
  });
}

}  // namespace ng
