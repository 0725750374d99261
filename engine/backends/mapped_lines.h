// SPDX-License-Identifier: Apache-2.0
// From lines of a compiled text, through lines of its source, to ops.
#pragma once

#include "engine/backends/text_lines.h"
#include "engine/kernels/emit.h"

namespace ng {

// `compiled` with the ops of `source`: a loop is there for all that stands in it, and what calls the
// kernel for all of it. The first line of `source` is line `shift` + 1 of what was compiled.
kernel::Text with_ops(const MappedText& compiled, const kernel::Text& source, int shift);

// Assembly in which an instruction that the compiler gives no line of source (it serves several) counts
// to the ops of the one before it.
kernel::Text without_gaps(kernel::Text assembly);

}  // namespace ng
