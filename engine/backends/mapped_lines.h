// SPDX-License-Identifier: Apache-2.0
// Maps lines of compiled text through source lines to ops.
#pragma once

#include "engine/backends/text_lines.h"
#include "engine/kernels/emit.h"

namespace ng {

// `compiled` with the ops of `source`. A loop header maps to all ops in the loop, and the caller of
// the kernel to all ops. The first line of `source` is line `shift` + 1 of the compiled file.
kernel::Text with_ops(const MappedText& compiled, const kernel::Text& source, int shift);

// Assigns instructions without a source line (shared by several lines) to the ops of the previous
// instruction.
kernel::Text without_gaps(kernel::Text assembly);

}  // namespace ng
