// SPDX-License-Identifier: Apache-2.0
// NCCL, opened once per process when it is first needed.
#pragma once

#include <string>

#include "engine/backends/gpu/cuda_libraries.h"
#include "engine/backends/gpu/nccl/nccl_functions.h"

namespace ng {

// Opens libnccl.so.2 (cuda_library_names) from version 2.14 on. NGRAPH_NCCL=off: not used.
// Thread-safe.
const CudaLibrary<nccl::Functions>& nccl_library();

// "NCCL 2.27.3"; empty without it.
const std::string& nccl_name();

}  // namespace ng
