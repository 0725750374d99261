// SPDX-License-Identifier: Apache-2.0
// What a kernel is coloured after.
#pragma once

#include "engine/session/record.h"

namespace ng::views {

// The op of the kernel that computes most, the first of equals; null when the final graph has none
// of its ops.
const OpRecord* heaviestOp(const CompilationRecord& compilation, const KernelRecord& kernel);

}  // namespace ng::views
