// SPDX-License-Identifier: Apache-2.0
// A value in the memory of another device.
#pragma once

#include <optional>
#include <string>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// Names of devices: "cpu", "gpu", "cpu:1".
struct DeviceCopy {
  std::string from, to;
};

// x, computed by the device `from`, for ops of the device `to`. If both are the same, nothing is
// copied: the op only says where x is computed. The pass assign_devices makes it. Gradient: d.
Op device_copy(const Op& x, const DeviceCopy& devices);

// The devices of such a copy; empty for other ops.
std::optional<DeviceCopy> device_copy_of(const Node& node);

extern const OpDef device_copy_op;

}  // namespace ng
