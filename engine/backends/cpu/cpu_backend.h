// SPDX-License-Identifier: Apache-2.0
// The default: kernels as C++ with vector types, compiled in this process; matrix products by
// oneDNN or Eigen; one pool of threads.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

const Backend& cpu_backend();

}  // namespace ng
