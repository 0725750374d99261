// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's driver says about this machine's devices.
#pragma once

#include <string>
#include <vector>

namespace ng {

struct GpuAvailability {
  bool available = false;  // whether programs can be run on a device
  std::string reason;      // why not, in words for the user
  std::vector<std::string> devices;
};

// Asked once a process; safe from several threads. Opens libcuda.so.1 and nothing else.
const GpuAvailability& gpu_availability();

}  // namespace ng
