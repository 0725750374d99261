// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/collective/collective.h"

#include <algorithm>

#include "engine/graph/op_def.h"
#include "engine/ops/collective/transfer.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/op_loops.h"
#include "engine/ops/ordering/axis_argument.h"
#include "engine/runtime/ranks/collective_step.h"
#include "engine/runtime/ranks/most_ranks.h"

namespace ng {
namespace {

using Kind = CollectiveKind;
using kernel::Combine;

constexpr std::pair<std::string_view, Combine> reductions[] = {{"sum", Combine::add},
                                                               {"prod", Combine::multiply},
                                                               {"max", Combine::maximum},
                                                               {"min", Combine::minimum}};

std::string reduction_name(Combine combine) {
  for (const auto& [name, each] : reductions) {
    if (each == combine) return std::string(name);
  }
  return {};
}

Combine reduction_named(const std::string& text) {
  for (const auto& [name, combine] : reductions) {
    if (name == text) return combine;
  }
  Diagnostic diagnostic;
  diagnostic.what = "unknown reduction of an all_reduce";
  diagnostic.found = "'" + text + "'";
  diagnostic.expected = "sum, prod, max or min";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Empty for other ops.
std::optional<Kind> kind_of(const OpDef& def) {
  if (&def == &all_reduce_op) return Kind::all_reduce;
  if (&def == &all_gather_op) return Kind::all_gather;
  if (&def == &reduce_scatter_op) return Kind::reduce_scatter;
  if (&def == &broadcast_from_op) return Kind::broadcast;
  if (&def == &shard_op) return Kind::shard;
  return std::nullopt;
}

bool divides_axis(Kind kind) {
  return kind == Kind::all_gather || kind == Kind::reduce_scatter || kind == Kind::shard;
}

RankGroup group_of(const Attributes& attributes) {
  return {attributes.get<std::string>("group"),
          static_cast<int>(attributes.get<std::int64_t>("group_size"))};
}

void require_range(const Attributes& attributes, const char* key, std::int64_t end) {
  const std::int64_t found = attributes.get<std::int64_t>(key);
  if (found >= 0 && found < end) return;
  Diagnostic diagnostic;
  diagnostic.what = "'" + std::string(key) + "' of an exchange is out of range";
  diagnostic.found = std::to_string(found);
  diagnostic.expected = "0 to " + std::to_string(end - 1);
  refuse(ErrorKind::value, std::move(diagnostic));
}

// A part times the number of ranks must be the whole: ranks of unequal parts would wait for bytes
// that never come.
void require_parts(const Axis& whole, const Axis& part, int ranks) {
  if (!whole.has_length() || !part.has_length()) return;
  const std::int64_t parts = part.length() ? whole.length() / part.length() : 0;
  const bool fits = part.length() * parts == whole.length() && (ranks == 0 || parts == ranks);
  if (fits || whole.length() == 0) return;
  Diagnostic diagnostic;
  diagnostic.what = "an axis cannot be divided among the ranks";
  diagnostic.found = "parts of " + std::to_string(part.length()) + " of " + whole.text();
  diagnostic.expected = ranks ? std::to_string(ranks) + " equal parts" : "equal parts";
  diagnostic.action = "choose a length that the number of ranks divides";
  refuse(ErrorKind::value, std::move(diagnostic));
}

template <const OpDef& def>
std::vector<TensorType> infer(std::span<const Value> operands, const Attributes& attributes) {
  require_values(def, operands, 1);
  TensorType type = operands[0].type();
  const Kind kind = *kind_of(def);
  require_range(attributes, "group_size", most_ranks + 1);
  const std::int64_t size = attributes.get<std::int64_t>("group_size");
  if (kind == Kind::broadcast) require_range(attributes, "root", size ? size : most_ranks);
  if (kind == Kind::all_reduce) reduction_named(attributes.get<std::string>("reduction"));
  if (!divides_axis(kind)) return {type};
  const Axis other = axis_of(attributes), own = axis_in(type.axes, other);
  const bool gathers = kind == Kind::all_gather;
  require_parts(gathers ? other : own, gathers ? own : other, group_of(attributes).group_size);
  std::vector<Axis> axes = type.axes.list();
  axes[type.axes.index(other)] = other;
  return {{Axes(std::move(axes)), type.dtype}};
}

// Of a single rank, whose part is the whole.
template <class T>
void evaluate(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  if (in[0].values.size() != out[0].values.size()) {
    Diagnostic diagnostic;
    diagnostic.what = "'" + std::string(node.def->name) + "' needs several ranks";
    diagnostic.where = describe(node);
    diagnostic.action = "run the program on the ranks it was made for";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  out[0].values = in[0].values;
}

Operand delta_of(const AdjointContext& c) {
  return Operand(c.delta);
}

// The sum of the ranks' d; of a maximum or minimum, where x is it.
void adjoint_all_reduce(AdjointContext& c) {
  const Combine combine = reduction_named(c.node->attributes.get<std::string>("reduction"));
  if (combine == Combine::multiply) {
    Diagnostic diagnostic;
    diagnostic.what = "an all_reduce by 'prod' has no gradient";
    diagnostic.where = describe(*c.node);
    diagnostic.action = "differentiate the sum of logarithms, or use stop_gradient of it";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  const Op d = all_reduce(delta_of(c), Combine::add, group_of(c.node->attributes));
  const bool sums = combine == Combine::add;
  c.add(0, (sums ? d : where(equal(Op(c.operand(0)), Op(c.result())), d, 0)).value());
}

void adjoint_all_gather(AdjointContext& c) {
  const Axis part = axis_in(c.operand(0).axes(), axis_of(c.node->attributes));
  c.add(0, reduce_scatter(delta_of(c), part, group_of(c.node->attributes)).value());
}

// Of reduce_scatter and shard.
void adjoint_part(AdjointContext& c) {
  const Axis whole = axis_in(c.operand(0).axes(), axis_of(c.node->attributes));
  c.add(0, all_gather(delta_of(c), whole, group_of(c.node->attributes)).value());
}

std::vector<OpLoop> loops(const Node& node) {
  const Axes divided = node.attributes.get<Axes>("axis");
  return loops_by_name(node, divided);
}

std::int64_t flops_all_reduce(const Node& node) {
  return node.results[0].axes.element_count();
}

Attributes attributes_of(const RankGroup& group) {
  Attributes attributes;
  attributes.set("group", group.group);
  attributes.set("group_size", std::int64_t{group.group_size});
  return attributes;
}

Op along(const OpDef& def, const Operand& x, const Axis& axis, const RankGroup& group) {
  Attributes attributes = attributes_of(group);
  attributes.set("axis", Axes(axis));
  return make_op_at(def, {x}, std::move(attributes), x.where());
}

RankGroup group_argument(const OpArguments& a) {
  return {a.text("group"),
          static_cast<int>(std::clamp<std::int64_t>(a.integer("group_size"), -1, most_ranks + 1))};
}

constexpr Parameter group_parameter = {"group", ParameterKind::text, "''", {}, true};
constexpr Parameter size_parameter = {"group_size", ParameterKind::integer, "0", {}, true};

template <Op (*make)(const Operand&, const Axis&, const RankGroup&)>
std::vector<OpFunction> axis_functions() {
  return {{{{"x"}, {"axis", ParameterKind::axis}, group_parameter, size_parameter},
           [](const OpArguments& a) {
             return make(a.operand("x"), a.axis("axis"), group_argument(a));
           }}};
}

}  // namespace

const OpDef all_reduce_op = {
    .name = "all_reduce",
    .class_name = "AllReduceOp",
    .glyph = "⊕",
    .family = Family::effect,
    .doc =
        "The values of x of all ranks of the group, combined element by element by the reduction: "
        "sum, prod, max or min. Gradient: the sum of the ranks' d; of a maximum or minimum, where "
        "x "
        "is it; a product has none.",
    .operands = {"x"},
    .attributes = {"reduction", "group", "group_size"},
    .functions =
        {{{{"x"}, {"reduction", ParameterKind::text, "'sum'"}, group_parameter, size_parameter},
          [](const OpArguments& a) {
            return all_reduce(a.operand("x"), a.text("reduction"), group_argument(a));
          }}},
    .traits = {.collective = true},
    .infer = infer<all_reduce_op>,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .adjoint = adjoint_all_reduce,
    .flops = flops_all_reduce,
    .loops = loops,
};

const OpDef all_gather_op = {
    .name = "all_gather",
    .class_name = "AllGatherOp",
    .glyph = "⊞",
    .family = Family::effect,
    .doc =
        "The parts of all ranks of the group along the axis, joined in the order of the ranks; the "
        "axis has the length of the whole. Gradient: the rank's part of the sum of the ranks' d.",
    .operands = {"x"},
    .attributes = {"axis", "group", "group_size"},
    .functions = axis_functions<all_gather>(),
    .traits = {.exact = true, .collective = true},
    .infer = infer<all_gather_op>,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .adjoint = adjoint_all_gather,
    .flops = no_flops,
    .loops = loops,
};

const OpDef reduce_scatter_op = {
    .name = "reduce_scatter",
    .class_name = "ReduceScatterOp",
    .glyph = "⊟",
    .family = Family::effect,
    .doc =
        "The rank's part along the axis, of that length, of the sum of the x of all ranks of the "
        "group. Gradient: the ranks' d, joined.",
    .operands = {"x"},
    .attributes = {"axis", "group", "group_size"},
    .functions = axis_functions<reduce_scatter>(),
    .traits = {.collective = true},
    .infer = infer<reduce_scatter_op>,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .adjoint = adjoint_part,
    .flops = flops_all_reduce,
    .loops = loops,
};

const OpDef broadcast_from_op = {
    .name = "broadcast_from",
    .class_name = "BroadcastFromOp",
    .glyph = "⊚",
    .family = Family::effect,
    .doc = "The x of one rank of the group, the root. Without gradient.",
    .operands = {"x"},
    .attributes = {"root", "group", "group_size"},
    .functions = {{{{"x"}, {"root", ParameterKind::integer, "0"}, group_parameter, size_parameter},
                   [](const OpArguments& a) {
                     return broadcast_from(a.operand("x"), a.integer("root"), group_argument(a));
                   }}},
    .traits = {.exact = true, .collective = true},
    .infer = infer<broadcast_from_op>,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .flops = no_flops,
    .loops = loops,
};

const OpDef shard_op = {
    .name = "shard",
    .class_name = "ShardOp",
    .glyph = "◫",
    .family = Family::effect,
    .doc =
        "The rank's part along the axis, of that length, of an x that is equal on all ranks of the "
        "group. Gradient: the ranks' d, joined.",
    .operands = {"x"},
    .attributes = {"axis", "group", "group_size"},
    .functions = axis_functions<shard>(),
    .traits = {.exact = true, .collective = true},
    .infer = infer<shard_op>,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .adjoint = adjoint_part,
    .flops = no_flops,
    .loops = loops,
};

Op all_reduce(const Operand& x) {
  return all_reduce(x, Combine::add);
}

Op all_reduce(const Operand& x, Combine combine, const RankGroup& group) {
  Attributes attributes = attributes_of(group);
  attributes.set("reduction", reduction_name(combine));
  return make_op_at(all_reduce_op, {x}, std::move(attributes), x.where());
}
Op all_reduce(const Operand& x, const std::string& reduction, const RankGroup& group) {
  return all_reduce(x, reduction_named(reduction), group);
}
Op all_gather(const Operand& x, const Axis& axis, const RankGroup& group) {
  return along(all_gather_op, x, axis, group);
}
Op reduce_scatter(const Operand& x, const Axis& axis, const RankGroup& group) {
  return along(reduce_scatter_op, x, axis, group);
}
Op broadcast_from(const Operand& x, std::int64_t root, const RankGroup& group) {
  Attributes attributes = attributes_of(group);
  attributes.set("root", root);
  return make_op_at(broadcast_from_op, {x}, std::move(attributes), x.where());
}
Op shard(const Operand& x, const Axis& axis, const RankGroup& group) {
  return along(shard_op, x, axis, group);
}

DType exchanged_type(const Node& node) {
  return (node.def == &send_op ? node.operands[0].type() : node.results[0]).dtype;
}

std::optional<CollectiveStep> collective_step_of(const Node& node, DType memory) {
  if (auto transfer = transfer_step_of(node, memory)) return transfer;
  const std::optional<Kind> kind = kind_of(*node.def);
  if (!kind) return std::nullopt;
  const Attributes& attributes = node.attributes;
  const RankGroup group = group_of(attributes);
  CollectiveStep step;
  step.kind = *kind;
  step.group = group.group;
  step.ranks = group.group_size;
  step.dtype = memory;
  if (step.kind == Kind::all_reduce)
    step.combine = reduction_named(attributes.get<std::string>("reduction"));
  if (step.kind == Kind::broadcast)
    step.root = static_cast<int>(attributes.get<std::int64_t>("root"));
  if (!divides_axis(step.kind)) {
    step.inner = node.results[0].axes.element_count();
    return step;
  }
  const bool gathers = step.kind == Kind::all_gather;
  const Axes& part = gathers ? node.operands[0].axes() : node.results[0].axes;
  const Axes& whole = gathers ? node.results[0].axes : node.operands[0].axes();
  const AroundAxis sizes = around(part, part.index(axis_of(attributes)));
  step.outer = sizes.outer;
  step.part = sizes.length;
  step.inner = sizes.inner;
  if (!step.ranks && sizes.length)
    step.ranks =
        static_cast<int>(whole.element_count() / std::max<std::int64_t>(1, part.element_count()));
  return step;
}

}  // namespace ng
