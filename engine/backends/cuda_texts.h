// SPDX-License-Identifier: Apache-2.0
// CUDA C++ text of a kernel, its PTX if NVRTC is installed, and its machine code if nvdisasm is:
// for display, on any host.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

DisplayText cuda_text(const kernel::Kernel& kernel);
// Compiles only if `compile` is set (about 22 ms per kernel); otherwise returns the reason.
DisplayText ptx_text(const kernel::Kernel& kernel, bool compile);
// Sets `sass` and, if the kernel is compiled, `gpu_use`. Compiles only if `compile` is set (about
// 0.4 s per kernel), for `architecture`, such as "sm_90".
void add_machine_code(const kernel::Kernel& kernel, bool compile, const std::string& architecture,
                      DisplayTexts& texts);
// Of the GPU `gpu:ordinal` of this machine, or of a common one: "sm_80".
std::string shown_architecture(int ordinal = 0);

}  // namespace ng
