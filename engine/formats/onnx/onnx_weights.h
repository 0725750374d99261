// SPDX-License-Identifier: Apache-2.0
// The initializers of an ONNX model as a checkpoint.
#pragma once

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/formats/tensors/tensor_directory.h"

namespace ng {

// Lists the initializers of the main graph, with external data. Those with elements that the engine
// lacks are left out, with a note.
TensorDirectory list_onnx(Reader& reader, Notes& notes);

}  // namespace ng
