// SPDX-License-Identifier: Apache-2.0
// Weights of ggml in GGUF files (versions 1 to 3). The graph is not in the file.
#pragma once

#include "engine/formats/format.h"

namespace ng {

// Metadata are texts; of long lists their first elements and the count. Axes are in row-major
// order, the other way round than in the file. Checks that each tensor lies within the file. Throws
// bad_file Errors.
TensorDirectory list_gguf(Reader& reader, Notes& notes);

extern const Format gguf_format;

}  // namespace ng
