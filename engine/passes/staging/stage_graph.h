// SPDX-License-Identifier: Apache-2.0
// The graph of one stage of a net.
#pragma once

#include "engine/passes/pass.h"
#include "engine/passes/staging/stage_plan.h"

namespace ng {

// The ops of `stage` for all micro-batches, which receive the values of other stages and send
// theirs; `group` are the stages' ranks. Results are on every stage, state on the
// stage that keeps it. The order of
// the plan's tasks is expressed by data flow: what begins a task, such as a receive, comes after
// all ops of the tasks before. Sends do not wait and receives follow the order of all stages, so
// that no stages wait for each other.
Graph graph_of_stage(const StagePlan& plan, int stage, const RankGroup& group,
                     PassContext& context);

}  // namespace ng
