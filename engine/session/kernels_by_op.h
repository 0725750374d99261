// SPDX-License-Identifier: Apache-2.0
// CompilationRecord::kernel_of for whoever asks of many ops.
#pragma once

#include <unordered_map>

#include "engine/session/record.h"

namespace ng {

// The kernel that computes each op; ops that none computes are left out. It points into `record`.
std::unordered_map<OpKey, const KernelRecord*> kernels_by_op(const CompilationRecord& record);

}  // namespace ng
