// SPDX-License-Identifier: Apache-2.0
// The devices that the metadata of a computation's ops name.
#pragma once

#include <memory>

#include "engine/graph/graph.h"
#include "engine/lowering/op_devices.h"
#include "engine/passes/pass_options.h"

namespace ng {

// The devices that the metadata `device` ("cpu", "gpu:1") and `device_id` ("1") of the graph's ops
// names. Without `device`, a `device_id` is that of a cpu. Value Error that names the op for an
// unknown device or number, unavailable Error that names it for a device that cannot run here.
std::shared_ptr<const DeviceChoices> device_choices(const Graph& graph);

// Do the convolutions of all devices take the batch first (Capabilities::batch_first)?
bool every_device_convolves_batch_first(const DeviceChoices& choices);

// The pipeline with assign_devices after the passes that resolve derivatives and state.
Pipeline with_devices(Pipeline pipeline);

[[noreturn]] void refuse_ranks_of_devices();

}  // namespace ng
