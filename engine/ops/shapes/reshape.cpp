// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shapes/reshape.h"

#include <map>

#include "engine/base/error.h"
#include "engine/ops/index_map.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/reference_loops.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

// Is each axis of x in `axes`, itself or as its members in order?
bool opens(const std::vector<Axis>& x, const Axes& axes, std::size_t& at) {
  for (const Axis& axis : x) {
    if (at < axes.size() && axes[at] == axis) {
      ++at;
    } else if (!axis.is_flattened() || !opens(axis.members(), axes, at)) {
      return false;
    }
  }
  return true;
}

// Leaves compare by name only, so lengths must be compared too.
void require_same_count(const Value& x, const Axes& axes) {
  bool same = true;
  const std::vector<Axis> before = x.axes().leaves(), after = axes.leaves();
  for (std::size_t i = 0; same && i < before.size(); ++i) {
    same = before[i].known_length() == after[i].known_length();
  }
  if (same) return;
  Diagnostic diagnostic;
  diagnostic.what = "flattening must keep the lengths of axes";
  diagnostic.found = "(" + axes.text() + ")";
  diagnostic.expected = "the lengths of " + describe(x);
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer_flatten(std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_values(flatten_op, operands, 1);
  const Axes axes = attributes.get<Axes>("axes");
  assert_valid_flatten(operands[0].axes(), axes);
  require_same_count(operands[0], axes);
  return {{axes, operands[0].dtype()}};
}

std::vector<TensorType> infer_unflatten(std::span<const Value> operands,
                                        const Attributes& attributes) {
  require_values(unflatten_op, operands, 1);
  const Axes axes = attributes.get<Axes>("axes");
  assert_valid_unflatten(operands[0].axes(), axes);
  std::size_t at = 0;
  if (!opens(operands[0].axes().list(), axes, at)) {
    Diagnostic diagnostic;
    diagnostic.what = "unflatten can only split flattened axes";
    diagnostic.found = "(" + axes.text() + ")";
    diagnostic.expected = "axes of " + describe(operands[0]) + ", unchanged or split";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  require_same_count(operands[0], axes);
  return {{axes, operands[0].dtype()}};
}

// The row-major order of the elements does not change.
template <class T>
void evaluate_copy(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values = in[0].values;
}

// Index along `axis` of the operand, from the indices of the result's axes from `at` on.
kernel::Index place_along(const Axis& axis, const Axes& result, const IndexedContext& context,
                          std::size_t& at) {
  if (result[at] == axis) return context.place(at++);
  std::map<int, std::int64_t> strides;
  kernel::Index place;
  for (const Axis& member : axis.members()) {
    const kernel::Index inner = place_along(member, result, context, at);
    place.offset = place.offset * member.length() + inner.offset;
    for (auto& [loop, stride] : strides) stride *= member.length();
    for (const auto& [loop, stride] : inner.terms) strides[loop] += stride;
  }
  std::erase_if(strides, [](const auto& term) { return term.second == 0; });
  place.terms.assign(strides.begin(), strides.end());
  return place;
}

kernel::Expr indexed_unflatten(const Node& node, IndexedContext& context) {
  IndexMap places;
  std::size_t at = 0;
  for (const Axis& axis : node.operands[0].axes()) {
    places.push_back(place_along(axis, node.results[0].axes, context, at));
  }
  return context.operand(0, places);
}

std::vector<TensorType> infer_expand(std::span<const Value> operands,
                                     const Attributes& attributes) {
  require_values(expand_dims_op, operands, 1);
  const Axes axis = attributes.get<Axes>("axis");
  const auto dim = attributes.get<std::int64_t>("dim");
  const Axes& x = operands[0].axes();
  if (axis.size() != 1 || x.contains(axis[0]) || dim < 0 ||
      dim > static_cast<std::int64_t>(x.size())) {
    Diagnostic diagnostic;
    diagnostic.what = "expand_dims adds one axis at a position from 0 to the rank";
    diagnostic.found = "(" + axis.text() + ") at " + std::to_string(dim);
    diagnostic.expected =
        "an axis that " + describe(operands[0]) + " lacks, at 0 to " + std::to_string(x.size());
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  std::vector<Axis> axes = x.list();
  axes.insert(axes.begin() + dim, axis[0]);
  return {{Axes(std::move(axes)), operands[0].dtype()}};
}

template <class T>
void evaluate_by_name(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& space = out[0].axes;
  std::size_t n = 0;
  for_each_index<1>(space, {strides_over(space, in[0].axes)}, [&](const auto& at) {
    out[0].values[n++] = in[0].values[static_cast<std::size_t>(at[0])];
  });
}

Axes reversed(const Axes& axes) {
  return Axes(std::vector<Axis>(axes.list().rbegin(), axes.list().rend()));
}

std::vector<TensorType> infer_transpose(std::span<const Value> operands, const Attributes&) {
  require_values(transpose_op, operands, 1);
  return {{reversed(operands[0].axes()), operands[0].dtype()}};
}

template <const OpDef& def>
std::vector<TensorType> infer_renamed(std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_values(def, operands, 1);
  const Axes axes = attributes.get<Axes>("axes");
  const Axes& x = operands[0].axes();
  bool fits = axes.size() == x.size();
  for (std::size_t i = 0; fits && i < axes.size(); ++i) {
    fits = axes[i].known_length() == x[i].known_length();
  }
  if (!fits) {
    Diagnostic diagnostic;
    diagnostic.what = std::string(def.name) + " must keep the number and lengths of axes";
    diagnostic.found = "(" + axes.text() + ")";
    diagnostic.expected = "as many axes, of the same lengths, as " + describe(operands[0]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return {{axes, operands[0].dtype()}};
}

Value cast_to_result(const Node& node) {
  return cast_axes(Op(node.operands[0]), node.results[0].axes).value();
}

void adjoint_renamed(AdjointContext& c) {
  c.add(0, cast_axes(Op(c.delta), c.operand(0).axes()).value());
}

Axes with_names_of(const Axes& x, const Axes& names) {
  if (x.size() != names.size()) {
    Diagnostic diagnostic;
    diagnostic.what = "cast_role needs one name per axis";
    diagnostic.found = "(" + names.text() + ")";
    diagnostic.expected = "as many axes as (" + x.text() + ")";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    axes.push_back(x[i] == names[i] ? x[i] : resized(names[i], x[i].known_length()));
  }
  return Axes(std::move(axes));
}

Op make_view(const OpDef& def, const Operand& x, const Axes& axes) {
  const Op op = as_value(x);
  if (op.axes().list() == axes.list()) return op;
  return make_op_at(def, {Operand(op, x.where())}, {{"axes", axes}}, x.where());
}

// The axis, or the first of its members, whose positions are adjacent blocks of the axis.
bool begins_with(const Axis& axis, const Axis& first) {
  return axis == first || (axis.is_flattened() && begins_with(axis.members()[0], first));
}

// Axes that stay, and flattened axes with their first members.
std::vector<OpLoop> loops_of_leading(const Node& node) {
  const Axes &x = node.operands[0].axes(), &result = node.results[0].axes;
  std::vector<OpLoop> loops;
  for (const Axis& from : x) {
    for (const Axis& to : result) {
      if (begins_with(from, to) || begins_with(to, from)) loops.push_back({{from}, to});
    }
  }
  return loops;
}

}  // namespace

const OpDef flatten_op = {
    .name = "flatten",
    .class_name = "Flatten",
    .glyph = "▬",
    .family = Family::view,
    .doc = "x with adjacent axes combined into flattened axes. Gradient: d unflattened.",
    .operands = {"x"},
    .attributes = {"axes"},
    .functions = {{{{"x"}, {"axes", ParameterKind::axes, "None"}},
                   [](const OpArguments& a) {
                     return a.has("axes") ? flatten(a.operand("x"), a.axes("axes"))
                                          : flatten(a.operand("x"));
                   }}},
    .traits = {.view = ViewKind::relabel, .cheap = true, .exact = true},
    .infer = infer_flatten,
    .evaluate = evaluate_copy<double>,
    .evaluate_integers = evaluate_copy<Integer>,
    .adjoint =
        [](AdjointContext& c) {
          const Axes& x = c.operand(0).axes();
          std::size_t at = 0;
          const bool opened = opens(c.delta.axes().list(), x, at);
          c.add(0, (opened ? unflatten(Op(c.delta), x) : flatten(Op(c.delta), x)).value());
        },
    .flops = no_flops,
    .loops = loops_of_leading,
};

const OpDef unflatten_op = {
    .name = "unflatten",
    .class_name = "Unflatten",
    .glyph = "▥",
    .family = Family::view,
    .doc = "x with flattened axes split into their members. Gradient: d flattened.",
    .operands = {"x"},
    .attributes = {"axes"},
    .functions = {{{{"x"}, {"axes", ParameterKind::axes, "None"}},
                   [](const OpArguments& a) {
                     return unflatten(a.operand("x"), a.optional_axes("axes"));
                   }}},
    .traits = {.view = ViewKind::relabel, .cheap = true, .exact = true},
    .infer = infer_unflatten,
    .evaluate = evaluate_copy<double>,
    .evaluate_integers = evaluate_copy<Integer>,
    .adjoint =
        [](AdjointContext& c) { c.add(0, flatten(Op(c.delta), c.operand(0).axes()).value()); },
    .lower = LowerKind::indexed,
    .indexed = indexed_unflatten,
    .flops = no_flops,
    .loops = loops_of_leading,
};

const OpDef expand_dims_op = {
    .name = "expand_dims",
    .class_name = "ExpandDims",
    .glyph = "+1",
    .family = Family::view,
    .doc = "x repeated along an additional axis. Gradient: the sum along that axis.",
    .operands = {"x"},
    .attributes = {"axis", "dim"},
    .functions = {{{{"x"}, {"axis", ParameterKind::axis}, {"dim", ParameterKind::integer}},
                   [](const OpArguments& a) {
                     return expand_dims(a.operand("x"), a.axis("axis"), a.integer("dim"));
                   }}},
    .traits = {.view = ViewKind::by_name, .cheap = true},
    .infer = infer_expand,
    .evaluate = evaluate_by_name<double>,
    .evaluate_integers = evaluate_by_name<Integer>,
    .adjoint = [](AdjointContext& c) { c.add(0, c.delta); },
    .lower = LowerKind::composite,
    .decompose =
        [](const Node& node) {
          return broadcast(Op(node.operands[0]), node.results[0].axes).value();
        },
    .flops = no_flops,
};

const OpDef transpose_op = {
    .name = "transpose",
    .class_name = "Transpose",
    .glyph = "ᵀ",
    .family = Family::view,
    .doc = "x with its axes in reverse order. Gradient: d in x's order.",
    .operands = {"x"},
    .attributes = {},
    .functions = unary_function(),
    .traits = {.view = ViewKind::by_name, .cheap = true},
    .infer = infer_transpose,
    .evaluate = evaluate_by_name<double>,
    .evaluate_integers = evaluate_by_name<Integer>,
    .adjoint = [](AdjointContext& c) { c.add(0, c.delta); },
    .lower = LowerKind::composite,
    .decompose =
        [](const Node& node) {
          return axes_with_order(Op(node.operands[0]), node.results[0].axes).value();
        },
    .flops = no_flops,
};

const OpDef cast_role_op = {
    .name = "cast_role",
    .class_name = "RoleCastOp",
    .glyph = "≃",
    .family = Family::view,
    .doc =
        "x with the names of other axes, by position, and its own lengths. Gradient: d with the "
        "original names.",
    .operands = {"x"},
    .attributes = {"axes"},
    .functions = view_function<cast_role>("tensor"),
    .traits = {.view = ViewKind::relabel, .cheap = true},
    .infer = infer_renamed<cast_role_op>,
    .evaluate = evaluate_copy<double>,
    .evaluate_integers = evaluate_copy<Integer>,
    .adjoint = adjoint_renamed,
    .lower = LowerKind::composite,
    .decompose = cast_to_result,
    .flops = no_flops,
};

const OpDef map_roles_op = {
    .name = "map_roles",
    .class_name = "MapRolesOp",
    .glyph = "↦",
    .family = Family::view,
    .doc =
        "x with some of its axes renamed; lengths and order stay. Gradient: d with the original "
        "names.",
    .operands = {"x"},
    .attributes = {"axes"},
    .traits = {.view = ViewKind::relabel, .cheap = true},
    .infer = infer_renamed<map_roles_op>,
    .evaluate = evaluate_copy<double>,
    .evaluate_integers = evaluate_copy<Integer>,
    .adjoint = adjoint_renamed,
    .lower = LowerKind::composite,
    .decompose = cast_to_result,
    .flops = no_flops,
};

Op flatten(const Operand& x, const Axes& axes) {
  return make_view(flatten_op, x, axes);
}

Op flatten(const Operand& x) {
  const Op op = as_value(x);
  if (op.axes().size() < 2) return op;
  return flatten(Operand(op, x.where()), Axes(op.axes().flatten()));
}

Op flatten_at(const Operand& x, std::size_t k) {
  const Op op = as_value(x);
  const std::vector<Axis>& all = op.axes().list();
  return at_line(flatten_op, x.where(), [&]() -> Op {
    if (k > all.size()) {
      refuse(ErrorKind::value,
             "flatten_at: no position " + std::to_string(k) + " in (" + op.axes().text() + ")");
    }
    if (k == 0 || k == all.size()) return flatten(Operand(op, x.where()));
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(k);
    const Axis before = Axes(std::vector<Axis>(all.begin(), middle)).flatten();
    const Axis after = Axes(std::vector<Axis>(middle, all.end())).flatten();
    return flatten(Operand(op, x.where()), Axes{before, after});
  });
}

Op unflatten(const Operand& x, const std::optional<Axes>& axes) {
  const Op op = as_value(x);
  return at_line(unflatten_op, x.where(), [&] {
    return make_view(unflatten_op, Operand(op, x.where()), axes ? *axes : Axes(op.axes().leaves()));
  });
}

Op expand_dims(const Operand& x, const Axis& axis, std::int64_t dim) {
  const Op op = as_value(x);
  if (op.axes().contains(axis)) return op;
  return make_op_at(expand_dims_op, {Operand(op, x.where())}, {{"axis", Axes(axis)}, {"dim", dim}},
                    x.where());
}

Op transpose(const Operand& x) {
  return make_op(transpose_op, {x});
}

Op cast_role(const Operand& x, const Axes& axes) {
  const Op op = as_value(x);
  return at_line(cast_role_op, x.where(), [&] {
    return make_view(cast_role_op, Operand(op, x.where()), with_names_of(op.axes(), axes));
  });
}

Op map_roles(const Operand& x, const AxesMap& names) {
  const Op op = as_value(x);
  return at_line(map_roles_op, x.where(), [&] {
    return make_view(map_roles_op, Operand(op, x.where()), names.map_axes(op.axes()));
  });
}

}  // namespace ng
