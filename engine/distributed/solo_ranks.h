// SPDX-License-Identifier: Apache-2.0
// One rank's place among ranks that do not exist, to measure its steps without exchanges.
#pragma once

#include <memory>
#include <vector>

#include "engine/runtime/ranks/rank_mesh.h"

namespace ng {

// The first rank of `axes`, or the first one of a stage. Its calls return at once: a value that
// would be combined is left as it is, the parts of all ranks are this rank's, and what it receives
// is 0. So results are wrong, but finite where the rank's own are and 0 is allowed.
std::shared_ptr<RankMesh> make_solo_ranks(const std::vector<MeshAxis>& axes, int stage = 0);

}  // namespace ng
