// SPDX-License-Identifier: Apache-2.0
// The index of a model whose weights are divided among several files:
// model.safetensors.index.json.
#pragma once

#include "engine/formats/format.h"

namespace ng {

// Lists the tensors that the index names, from the headers of their files, which must be at or
// below the folder of the index. Throws a bad_file Error for files outside of it, missing files and
// missing tensors.
TensorDirectory list_sharded(Reader& reader, Notes& notes);

extern const Format sharded_format;

}  // namespace ng
