// SPDX-License-Identifier: Apache-2.0
// What compiled kernels use of a GPU, read from their machine code; needs no device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ng {

struct CubinUse {
  int registers = 0;              // of a thread
  std::int64_t shared_bytes = 0;  // of a block
  std::int64_t local_bytes = 0;   // of a thread: spilled registers, and arrays that are indexed
};

// Of the kernel `function` in the machine code `cubin` (see compile_cubin); absent if there is no
// such kernel. Throws Error(unavailable) if the bytes are no cubin or damaged. Section `.nv.info`
// as `cuobjdump -elf` prints it.
std::optional<CubinUse> cubin_use(const std::string& cubin, const std::string& function);

// The part of the threads that a multiprocessor can hold which blocks of `threads` threads fill:
// 0 to 1. `architecture`: such as "sm_90"; absent if its limits are not known. Limits as in the
// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
std::optional<double> occupancy(const std::string& architecture, const CubinUse& use, int threads);

}  // namespace ng
