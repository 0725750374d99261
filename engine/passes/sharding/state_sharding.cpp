// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/sharding/state_sharding.h"

#include <algorithm>
#include <optional>

#include "engine/graph/op_def.h"
#include "engine/passes/pass_options.h"
#include "engine/passes/sharding/placements.h"

namespace ng {
namespace {

bool is_sharded(const Node& state, ShardState which) {
  switch (which) {
    case ShardState::none: return false;
    case ShardState::optimizer: return state.def->traits.kind == OpKind::persistent_tensor;
    case ShardState::all: return true;
  }
  return false;
}

bool another_divides(const Axis& axis, const std::vector<MeshAxis>& mesh) {
  return std::any_of(mesh.begin() + 1, mesh.end(),
                     [&axis](const MeshAxis& other) { return other.name == axis.name(); });
}

std::optional<std::size_t> divided_dimension(const Axes& axes, const std::vector<MeshAxis>& mesh) {
  std::optional<std::size_t> second;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!has_parts(axes[i], mesh[0].ranks)) continue;
    if (!another_divides(axes[i], mesh)) return i;
    if (!second) second = i;
  }
  return second;
}

}  // namespace

StatePlacement planned_placement(const Node& state, const PassOptions& options) {
  const std::vector<MeshAxis>& mesh = options.ranks;
  const TensorType& type = state.results[0];
  if (mesh.empty() || mesh[0].is_stages() || mesh[0].ranks < 2 || !is_float(type.dtype)) return {};
  if (!is_sharded(state, options.shard_state)) return {};
  const auto dimension = divided_dimension(type.axes, mesh);
  if (!dimension) return {};
  StatePlacement placement;
  placement.kind = StatePlacement::Kind::part;
  placement.group = mesh[0].name;
  placement.ranks = mesh[0].ranks;
  placement.whole = type.axes.lengths();
  placement.dimension = *dimension;
  return placement;
}

}  // namespace ng
