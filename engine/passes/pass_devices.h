// SPDX-License-Identifier: Apache-2.0
// The devices of the ops of the graph that a pass rewrites.
#pragma once

#include <optional>

#include "engine/lowering/op_devices.h"
#include "engine/passes/pass.h"

namespace ng {

// Empty if all ops run on one device: without PassOptions::devices, and in the body of a loop.
std::optional<OpDevices> devices_of_ops(const Graph& graph, const PassContext& context);

}  // namespace ng
