// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/runtime/collective_step.h"

namespace ng {

class RankMesh;

// Runs the step on host memory: `read` and `written` hold this rank's operand and result. Without
// `ranks` this process is the only rank. Value Error if the group has another number of ranks than
// the step was made for; errors of the communicator name `what`, the step.
void run_collective(const CollectiveStep& step, const RankMesh* ranks, const std::byte* read,
                    std::byte* written, std::string_view what);

}  // namespace ng
