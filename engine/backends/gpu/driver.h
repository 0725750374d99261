// SPDX-License-Identifier: Apache-2.0
// Devices that NVIDIA's driver reports on this machine.
#pragma once

#include <string>
#include <vector>

namespace ng {

struct GpuAvailability {
  bool available = false;  // programs can run on a device
  std::string reason;      // shown to the user if not available
  std::vector<std::string> devices;
  std::vector<std::string> architectures;  // of the devices: "sm_90"
};

// Queried once per process; thread-safe. Opens the driver, and NVRTC if there is a device.
const GpuAvailability& gpu_availability();

}  // namespace ng
