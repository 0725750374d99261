// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/state_placement.h"

#include <utility>

#include "engine/base/error.h"
#include "engine/runtime/ranks/collective_steps.h"
#include "engine/runtime/ranks/rank_mesh.h"

namespace ng {
namespace {

using Kind = StatePlacement::Kind;

bool owns(const StatePlacement& placement, const RankMesh& ranks) {
  return ranks.group(placement.group).rank() == placement.owner;
}

Shape part_shape(const StatePlacement& placement) {
  Shape shape = placement.whole;
  shape.at(placement.dimension) /= placement.ranks;
  return shape;
}

// Moves parts of arrays of (outer, part, inner).
CollectiveStep step_of(CollectiveKind kind, const StatePlacement& placement, DType dtype) {
  CollectiveStep step;
  step.kind = kind;
  step.group = placement.group;
  step.ranks = placement.ranks;
  step.dtype = dtype;
  const Shape part = part_shape(placement);
  step.part = part[placement.dimension];
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (i < placement.dimension) step.outer *= part[i];
    if (i > placement.dimension) step.inner *= part[i];
  }
  return step;
}

void move_parts(const CollectiveStep& step, RankMesh& ranks, const Tensor& read, Tensor& written,
                const std::string& what) {
  const std::byte* const from[] = {read.bytes.data()};
  std::byte* const to[] = {written.bytes.data()};
  run_collective(step, &ranks, from, to, what);
}

}  // namespace

Shape local_shape(const StatePlacement& placement, const RankMesh& ranks) {
  if (placement.kind == Kind::part) return part_shape(placement);
  return owns(placement, ranks) ? placement.whole : Shape{0};
}

Tensor local_of(const Tensor& whole, const StatePlacement& placement, RankMesh& ranks) {
  if (placement.is_whole()) return whole;
  check(whole.shape == placement.whole, "a state of another shape than its placement");
  if (placement.kind == Kind::owned && owns(placement, ranks)) return whole;
  Tensor local(whole.dtype, local_shape(placement, ranks));
  if (placement.kind == Kind::part)
    move_parts(step_of(CollectiveKind::shard, placement, whole.dtype), ranks, whole, local,
               "the part of a variable");
  return local;
}

Tensor whole_of(const Tensor& local, const StatePlacement& placement, RankMesh& ranks,
                const std::string& what) {
  if (placement.is_whole()) return local;
  check(local.shape == local_shape(placement, ranks), "another part than the placement's");
  if (placement.kind == Kind::part) {
    Tensor whole(local.dtype, placement.whole);
    move_parts(step_of(CollectiveKind::all_gather, placement, local.dtype), ranks, local, whole,
               what);
    return whole;
  }
  Tensor whole = owns(placement, ranks) ? local : Tensor(local.dtype, placement.whole);
  const auto bytes = static_cast<std::int64_t>(whole.bytes.size());
  ranks.group(placement.group).broadcast(whole.bytes.data(), bytes, placement.owner, what);
  return whole;
}

}  // namespace ng
