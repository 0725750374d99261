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

bool another_divides(const Axis& axis, const std::vector<MeshAxis>& mesh, const MeshAxis& own) {
  return std::any_of(mesh.begin(), mesh.end(), [&](const MeshAxis& other) {
    return other != own && other.name == axis.name();
  });
}

std::optional<std::size_t> divided_dimension(const Axes& axes, const std::vector<MeshAxis>& mesh,
                                             const MeshAxis& own) {
  std::optional<std::size_t> second;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!has_parts(axes[i], own.ranks)) continue;
    if (!another_divides(axes[i], mesh, own)) return i;
    if (!second) second = i;
  }
  return second;
}

}  // namespace

const MeshAxis* state_axis(const std::vector<MeshAxis>& mesh) {
  const auto at = std::find_if(mesh.begin(), mesh.end(), [](const MeshAxis& axis) {
    return axis.ranks > 1 && !axis.is_stages();
  });
  return at == mesh.end() ? nullptr : &*at;
}

StatePlacement planned_placement(const Node& state, const PassOptions& options) {
  const MeshAxis* const own = state_axis(options.ranks);
  const TensorType& type = state.results[0];
  if (!own || !is_float(type.dtype)) return {};
  if (!is_sharded(state, options.shard_state)) return {};
  const auto dimension = divided_dimension(type.axes, options.ranks, *own);
  if (!dimension) return {};
  StatePlacement placement;
  placement.kind = StatePlacement::Kind::part;
  placement.group = own->name;
  placement.ranks = own->ranks;
  placement.whole = type.axes.lengths();
  placement.dimension = *dimension;
  return placement;
}

}  // namespace ng
