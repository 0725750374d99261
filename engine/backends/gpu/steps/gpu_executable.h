// SPDX-License-Identifier: Apache-2.0
// A program compiled for a GPU. Steps are started in order and run on the device's stream; run()
// returns before they have ended, except where a step needs values on the host.
#pragma once

#include <memory>

#include "engine/backends/backend.h"
#include "engine/backends/gpu/gpu_device.h"

namespace ng {

// `program` must outlive the result.
std::unique_ptr<Executable> gpu_executable(const Program& program, const GpuDevice& device,
                                           const Backend::Progress& progress);

}  // namespace ng
