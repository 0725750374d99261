// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/placed_state.h"

#include "engine/base/error.h"
#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

using Kind = StatePlacement::Kind;

}  // namespace

NodePtr placed_state(const Node& state, const StatePlacement& placement, const Axes& local) {
  check(is_state(state) && !placement.is_whole(), "only state is placed among ranks");
  auto copy = new_node(state);
  Attributes& attributes = copy->attributes;
  attributes.set("placement", std::string(placement.kind == Kind::part ? "part" : "owned"));
  attributes.set("group", placement.group);
  attributes.set("group_size", std::int64_t{placement.ranks});
  attributes.set("dim", static_cast<std::int64_t>(placement.dimension));
  attributes.set("owner", std::int64_t{placement.owner});
  attributes.set("whole_axes", state.results[0].axes);
  attributes.set("axes", local);
  copy->results = state.def->infer({}, attributes);
  return copy;
}

StatePlacement placement_of(const Node& state) {
  const Attributes& attributes = state.attributes;
  const auto kind = attributes.get<std::string>("placement");
  if (kind.empty()) return {};
  StatePlacement placement;
  placement.kind = kind == "part" ? Kind::part : Kind::owned;
  placement.group = attributes.get<std::string>("group");
  placement.ranks = static_cast<int>(attributes.get<std::int64_t>("group_size"));
  placement.whole = attributes.get<Axes>("whole_axes").lengths();
  placement.dimension = static_cast<std::size_t>(attributes.get<std::int64_t>("dim"));
  placement.owner = static_cast<int>(attributes.get<std::int64_t>("owner"));
  return placement;
}

}  // namespace ng
