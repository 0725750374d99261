// SPDX-License-Identifier: Apache-2.0
// Collective steps on the communicator of their ranks.
#pragma once

#include <span>
#include <string_view>

#include "engine/runtime/ranks/collective_step.h"

namespace ng {

class RankMesh;

// Runs the step on host memory: `reads` and `writes` hold this rank's operands and results. Without
// `ranks` this process is the only rank. Value Error if the group has another number of ranks than
// the step was made for; errors of the communicator name `what`, the step.
void run_collective(const CollectiveStep& step, RankMesh* ranks,
                    std::span<const std::byte* const> reads, std::span<std::byte* const> writes,
                    std::string_view what);

}  // namespace ng
