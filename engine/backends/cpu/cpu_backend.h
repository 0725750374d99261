// SPDX-License-Identifier: Apache-2.0
// The default backend: kernels as C++ with vector types, compiled in process; matmuls by oneDNN or
// Eigen; one thread pool.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

const Backend& cpu_backend();

}  // namespace ng
