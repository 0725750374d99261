// SPDX-License-Identifier: Apache-2.0
// Calls of another program as a timeline: a lane with the calls and, below each, its nodes.
#pragma once

#include "engine/analysis/compare/onnxruntime/profile_onnxruntime.h"
#include "engine/trace/timeline.h"

namespace ng::views {

// The last calls, so many that a view shows single nodes. Names of nodes have the category "node".
Timeline peerTimeline(const OnnxRuntimeProfile& profile);

}  // namespace ng::views
