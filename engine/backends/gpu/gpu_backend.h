// SPDX-License-Identifier: Apache-2.0
// The GPU: known, and unavailable with its reason. Kernels can be read as CUDA C++ and PTX anywhere.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

const Backend& gpu_backend();

}  // namespace ng
