// SPDX-License-Identifier: Apache-2.0
// Kernel interpreter: slow, for hosts without a compiler.
#pragma once

#include <cstddef>

#include "engine/kernels/kernel.h"

namespace ng {

// `memory[i]` is the kernel's i-th parameter.
void interpret(const kernel::Kernel& kernel, std::byte* const* memory);

}  // namespace ng
