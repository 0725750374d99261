// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shapes/pad.h"

#include "engine/base/error.h"
#include "engine/ops/index_map.h"
#include "engine/ops/make_op.h"
#include "engine/ops/shapes/slice.h"

namespace ng {
namespace {

[[noreturn]] void refuse_padding(const std::string& what, const std::string& found,
                                 const std::string& expected) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.found = found;
  diagnostic.expected = expected;
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::int64_t padded_length(const Axis& axis, const Padding& padding) {
  const std::string found = "(" + std::to_string(padding.before) + ", " +
                            std::to_string(padding.after) + ") on the axis " + axis.text();
  if (padding.before < 0 || padding.after < 0) {
    refuse_padding("a padding is negative", found, "0 or more zeros on each side");
  }
  std::int64_t length = 0;
  if (__builtin_add_overflow(axis.length(), padding.before, &length) ||
      __builtin_add_overflow(length, padding.after, &length)) {
    refuse_padding("a padded axis is too long", found, "a length below 2^63");
  }
  return length;
}

Axes padded_axes(const Axes& x, std::span<const Padding> paddings) {
  inner_part(x, paddings);  // throws if the number of paddings is wrong
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < paddings.size(); ++i) {
    const bool grows = !(paddings[i] == Padding{});
    axes.push_back(grows ? resized(x[i], padded_length(x[i], paddings[i])) : x[i]);
  }
  return Axes(std::move(axes));
}

std::vector<TensorType> infer_pad(std::span<const Value> operands, const Attributes& attributes) {
  require_values(pad_op, operands, 1);
  const Axes axes = attributes.get<Axes>("axes");
  const auto paddings = padding_items(attributes.get<std::string>("paddings"));
  const Axes padded = padded_axes(operands[0].axes(), paddings);
  if (!axes.all_lengths_known() || axes.lengths() != padded.lengths()) {
    refuse_padding("the axes of a padded tensor do not have its lengths", "(" + axes.text() + ")",
                   "as long as (" + padded.text() + ")");
  }
  return {{axes, operands[0].dtype()}};
}

template <class T>
void evaluate_pad(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values.assign(out[0].values.size(), T());
  std::size_t n = 0;
  for (std::size_t at : offsets_in(out[0].axes, inner_part(in[0].axes, *paddings_of(node)))) {
    out[0].values[at] = in[0].values[n++];
  }
}

void adjoint_pad(AdjointContext& c) {
  const Axes& x = c.operand(0).axes();
  if (x.element_count() == 0) return;
  std::vector<SliceItem> items;
  for (const SliceRange& range : inner_part(x, *paddings_of(*c.node)).ranges) {
    items.push_back(SliceItem::range(range.first, range.first + range.length));
  }
  c.add(0, tensor_slice(Op(c.delta), items, x).value());
}

kernel::Expr indexed_pad(const Node& node, IndexedContext& context) {
  const std::vector<Padding> paddings = *paddings_of(node);
  const Axes& x = node.operands[0].axes();
  IndexMap places;
  kernel::Expr inside = kernel::constant(1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    places.push_back(moved(context.place(i), -paddings[i].before));
    if (paddings[i] == Padding{}) continue;
    inside = kernel::apply(kernel::Fn::multiply, inside,
                           kernel::within(places.back(), 0, x[i].length()));
  }
  return choose(inside, context.operand(0, places), kernel::constant(0));
}

Op make_pad(const OpArguments& a) {
  std::vector<Padding> paddings;
  for (const auto& [before, after] : a.paddings("paddings")) paddings.push_back({before, after});
  return pad(a.operand("x"), paddings, a.optional_axes("axes"));
}

}  // namespace

const OpDef pad_op = {
    .name = "pad",
    .class_name = "PadOp",
    .glyph = "⊞",
    .family = Family::view,
    .doc =
        "x padded with zeros before and after along each axis. Gradient: the part of d "
        "at x.",
    .operands = {"x"},
    .attributes = {"paddings", "axes"},
    .functions =
        {{{{"x"}, {"paddings", ParameterKind::paddings}, {"axes", ParameterKind::axes, "None"}},
          make_pad}},
    .traits = {.cheap = true},
    .infer = infer_pad,
    .evaluate = evaluate_pad<double>,
    .evaluate_integers = evaluate_pad<Integer>,
    .adjoint = adjoint_pad,
    .lower = LowerKind::indexed,
    .indexed = indexed_pad,
    .flops = no_flops,
};

std::optional<std::vector<Padding>> paddings_of(const Node& node) {
  if (node.def != &pad_op) return std::nullopt;
  return padding_items(node.attributes.get<std::string>("paddings"));
}

Op pad(const Operand& x, const std::vector<Padding>& paddings, const std::optional<Axes>& axes) {
  const Op op = as_value(x);
  return at_line(pad_op, x.where(), [&] {
    const Axes padded = axes ? *axes : padded_axes(op.axes(), paddings);
    return make_op_at(pad_op, {Operand(op, x.where())},
                      {{"paddings", to_string(paddings)}, {"axes", padded}}, x.where());
  });
}

Op pad(const Operand& x, const std::vector<std::int64_t>& paddings,
       const std::optional<Axes>& axes) {
  std::vector<Padding> both;
  for (const std::int64_t padding : paddings) both.push_back({padding, padding});
  return pad(x, both, axes);
}

}  // namespace ng
