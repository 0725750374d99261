// SPDX-License-Identifier: Apache-2.0
// Bytes that a kernel reads and writes.
#pragma once

#include "engine/kernels/kernel.h"

namespace ng::kernel {

// Bytes of the elements that `kernel` loads and stores, each counted once for its parameter. Of a
// parameter that is indexed in several ways, an upper bound: its accesses may overlap.
std::int64_t memory_traffic(const Kernel& kernel);

}  // namespace ng::kernel
