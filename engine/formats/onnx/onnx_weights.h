// SPDX-License-Identifier: Apache-2.0
// The initializers of an ONNX model as a checkpoint.
#pragma once

#include "engine/base/note.h"
#include "engine/formats/onnx/onnx_file.h"
#include "engine/formats/tensors/tensor_directory.h"

namespace ng {

// Lists the initializers of the main graph, with external data. Texts, and tensors
// whose data are missing or damaged, have a fault.
TensorDirectory list_onnx(Reader& reader, Notes& notes);

}  // namespace ng
