// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/sharding/placements.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_loops.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

using Kind = Split::Kind;

Attributes parts_of(const Attributes& attributes, const std::vector<Axis>& among, int ranks) {
  Attributes parts;
  for (const auto& [key, attribute] : attributes) {
    const auto* axes = std::get_if<Axes>(&attribute);
    parts.set(key, axes ? Attribute(parts_of(*axes, among, ranks)) : attribute);
  }
  return parts;
}

}  // namespace

Axis part_of(const Axis& axis, int ranks) {
  if (!axis.is_flattened()) return resized(axis, axis.length() / ranks);
  std::vector<Axis> members = axis.members();
  members[0] = part_of(members[0], ranks);
  return make_flattened_axis(std::move(members)).named(axis.name());
}

bool has_parts(const Axis& axis, int ranks) {
  if (axis.is_flattened()) return has_parts(axis.members()[0], ranks);
  return axis.has_length() && axis.length() > 0 && axis.length() % ranks == 0;
}

Axes parts_of(const Axes& axes, const std::vector<Axis>& among, int ranks) {
  std::vector<Axis> parts;
  for (const Axis& axis : axes) {
    const auto at = std::find(among.begin(), among.end(), axis);
    const bool is_whole = at != among.end() && at->known_length() == axis.known_length();
    parts.push_back(is_whole ? part_of(axis, ranks) : axis);
  }
  return Axes(std::move(parts));
}

NodePtr divided(const Node& node, std::vector<Value> operands, const std::vector<Axis>& axes,
                int ranks) {
  auto copy = new_node(node);
  copy->attributes = parts_of(node.attributes, axes, ranks);
  copy->results = node.def->infer(operands, copy->attributes);
  copy->operands = std::move(operands);
  return copy;
}

std::size_t Placements::Hash::operator()(const std::pair<const Node*, int>& key) const {
  return std::hash<const Node*>()(key.first) * 31 + static_cast<std::size_t>(key.second);
}

const Placements::Forms* Placements::find(const Value& value) const {
  const auto at = forms_.find({value.node.get(), value.result});
  return at == forms_.end() ? nullptr : &at->second;
}

Placements::Forms& Placements::forms_of(const Value& value) {
  Forms& forms = forms_[{value.node.get(), value.result}];
  if (!forms.alive) forms = {value.node, {}, value, {}, {}, {}, {}};
  return forms;
}

Split Placements::split_of(const Value& value) const {
  const Forms* forms = find(value);
  return forms ? forms->computed : Split{};
}

void Placements::set(const Value& value, const Split& split, const Value& computed) {
  Forms forms{value.node, split, {}, {}, {}, {}, {}};
  (split.kind == Kind::whole  ? forms.whole
   : split.kind == Kind::part ? forms.part
                              : forms.partial) = computed;
  forms_[{value.node.get(), value.result}] = std::move(forms);
}

void Placements::set_same(const Value& value, const Value& other) {
  Forms forms = forms_of(other);
  forms.alive = value.node;
  forms_[{value.node.get(), value.result}] = std::move(forms);
}

// Makes a collective op for a form of `value`, and records it.
template <class F>
Value Placements::exchanged(const Value& value, F&& make) {
  Creation creation("shard_axes", *value.node);
  const Value made = make().value();
  Rewrite rewrite;
  rewrite.rule = made.node->def->name;
  for (const NodePtr& node : creation.made()) rewrite.added.push_back(node->id);
  context_.rewrites.push_back(std::move(rewrite));
  return made;
}

Value Placements::whole(const Value& value) {
  Forms& forms = forms_of(value);
  Value& known = forms.computed.stored && for_gradient_ ? forms.whole_for_gradient : forms.whole;
  if (known) return known;
  if (forms.part) {
    known =
        exchanged(value, [&] { return all_gather(Op(forms.part), forms.computed.axis, group_); });
    return known;
  }
  forms.whole =
      exchanged(value, [&] { return all_reduce(Op(forms.partial), kernel::Combine::add, group_); });
  return forms.whole;
}

// The part of a value that is the same at all positions of the axis, computed without a whole.
Value Placements::spread_part(const Value& value, const Axis& axis) const {
  const Node& node = *value.node;
  const TensorPtr number = constant_value(value);
  if (number && number->shape.empty()) {
    const Creation creation("shard_axes", node);
    return constant(*number, parts_of(value.axes(), {axis}, group_.group_size)).value();
  }
  if (node.def->traits.view != ViewKind::by_name) return {};
  for (const OpLoop& loop : loops_of(node)) {
    if (loop.result != axis || loop.operands[0]) continue;
    const Creation creation("shard_axes", node);
    return {
        make_node(*node.def, node.operands, parts_of(node.attributes, {axis}, group_.group_size)),
        0};
  }
  return {};
}

Value Placements::part(const Value& value, const Axis& axis) {
  Forms& forms = forms_of(value);
  if (forms.part && forms.computed.is_part(axis)) return forms.part;
  for (const auto& [known, made] : forms.others) {
    if (known == axis) return made;
  }
  forms.others.emplace_back(axis, new_part(value, forms, axis));
  return forms.others.back().second;
}

Value Placements::new_part(const Value& value, const Forms& forms, const Axis& axis) {
  const Axis own = part_of(axis, group_.group_size);
  if (forms.computed.kind == Kind::partial && !forms.whole)
    return exchanged(value, [&] { return reduce_scatter(Op(forms.partial), own, group_); });
  if (forms.whole == value) {
    if (const Value spread = spread_part(value, axis)) return spread;
  }
  const Value all = whole(value);
  return exchanged(value, [&] { return shard(Op(all), own, group_); });
}

Value Placements::form(const Value& value, const Split& split) {
  switch (split.kind) {
    case Kind::whole: return whole(value);
    case Kind::part: return part(value, split.axis);
    case Kind::partial: break;
  }
  return partial(value);
}

Value Placements::partial(const Value& value) const {
  const Forms* forms = find(value);
  check(forms && forms->partial, "a value that is no sum over the ranks");
  return forms->partial;
}

Value Placements::combined(const Value& computed, kernel::Combine combine) {
  return exchanged(computed, [&] { return all_reduce(Op(computed), combine, group_); });
}

bool Placements::has_whole(const Value& value) const {
  const Forms* forms = find(value);
  return !forms || forms->whole;
}

bool Placements::is_combined(const Value& sum) const {
  const Forms* forms = find(sum);
  return forms && forms->partial && (forms->whole || !forms->others.empty());
}

bool Placements::has_part(const Value& value, const Axis& axis) const {
  const Forms* forms = find(value);
  if (!forms) return false;
  const auto is_axis = [&axis](const auto& other) { return other.first == axis; };
  return (forms->part && forms->computed.is_part(axis)) ||
         std::any_of(forms->others.begin(), forms->others.end(), is_axis);
}

}  // namespace ng
