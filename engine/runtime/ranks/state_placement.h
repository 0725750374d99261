// SPDX-License-Identifier: Apache-2.0
// Where the elements of a variable or other state are among the ranks of a group.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/tensor.h"

namespace ng {

class RankMesh;

// whole: every rank has all elements. part: each has an equal part along one dimension, in the
// order of the ranks. owned: one rank has all, the others none.
struct StatePlacement {
  enum class Kind { whole, part, owned };
  Kind kind = Kind::whole;
  std::string group = {};     // an axis of the rank mesh; empty: all ranks
  int ranks = 1;              // in the group
  Shape whole = {};           // the lengths of the whole
  std::size_t dimension = 0;  // of `whole`, that a part divides
  int owner = 0;              // the rank of the group that has an owned state

  bool is_whole() const { return kind == Kind::whole; }
  bool operator==(const StatePlacement&) const = default;
};

// The shape of what this rank has of a state that is not whole: of nothing, (0).
Shape local_shape(const StatePlacement& placement, const RankMesh& ranks);

// What this rank has of `whole`, without an exchange. Value Error if the mesh has no such group or
// another number of ranks.
Tensor local_of(const Tensor& whole, const StatePlacement& placement, RankMesh& ranks);

// All elements, from what each rank has: a collective call of the group. `what` names it in errors.
Tensor whole_of(const Tensor& local, const StatePlacement& placement, RankMesh& ranks,
                const std::string& what);

}  // namespace ng
