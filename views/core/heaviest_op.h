// SPDX-License-Identifier: Apache-2.0
// The op that determines a kernel's colour.
#pragma once

#include "engine/records/records.h"

namespace ng::views {

// The op with the most FLOP in the kernel, the first if several are equal; null if the final graph
// contains none of the kernel's ops.
const OpRecord* heaviestOp(const CompilationRecord& compilation, const KernelRecord& kernel);

}  // namespace ng::views
