// SPDX-License-Identifier: Apache-2.0
// The options --parallel and --stages: a run divided among ranks.
#pragma once

#include <functional>
#include <memory>

#include "app/cli/arguments.h"
#include "engine/runtime/ranks/rank_mesh.h"

namespace ng::cli {

using RankMeshPtr = std::shared_ptr<RankMesh>;

// The axes of --parallel, in their order, then the stages of --stages; 0 ranks where the option
// gives no number. Throws UsageError for a malformed option.
std::vector<MeshAxis> meshAxes(const Arguments& arguments);

// The stage of --stage, from 0; throws UsageError where --stages has none of this number.
int stageOf(const Arguments& arguments);

// Calls `body` for each rank of this process and returns the exit code of the first: without
// these options once, with a null mesh; under an MPI launcher once, as one of its ranks; else on a
// thread for each rank. A rank that throws ends all others.
int onRanks(const Arguments& arguments, const std::function<int(const RankMeshPtr& ranks)>& body);

// Has any rank been asked to cancel? A collective call of all ranks.
bool anyCancelled(const RankMeshPtr& ranks);

}  // namespace ng::cli
