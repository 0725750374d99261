// SPDX-License-Identifier: Apache-2.0
// CUDA C++ text of a kernel, and its PTX if NVRTC is installed: for display, on any host.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

DisplayText cuda_text(const kernel::Kernel& kernel);
// Compiles only if `compile` is set (about 22 ms per kernel); otherwise returns the reason.
DisplayText ptx_text(const kernel::Kernel& kernel, bool compile);

}  // namespace ng
