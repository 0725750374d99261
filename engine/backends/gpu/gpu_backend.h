// SPDX-License-Identifier: Apache-2.0
// The GPU backend: always unavailable, with a reason. Kernels can be displayed as CUDA C++ and PTX.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

const Backend& gpu_backend();

}  // namespace ng
