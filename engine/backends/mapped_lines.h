// SPDX-License-Identifier: Apache-2.0
// From lines of a compiled text, through lines of its source, to ops.
#pragma once

#include "engine/backends/text_lines.h"
#include "engine/kernels/emit.h"

namespace ng {

// `compiled` with the ops of `source`, whose first line is line `shift` + 1 of what was compiled.
kernel::Text with_ops(const MappedText& compiled, const kernel::Text& source, int shift);

}  // namespace ng
