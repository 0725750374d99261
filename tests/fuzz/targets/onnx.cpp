// SPDX-License-Identifier: Apache-2.0
// Target: an ONNX model, read and imported.
#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx/import_model.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_onnx(Bytes bytes) {
  Reader reader(bytes, "input");
  Notes notes;
  onnx::import_model(*read_onnx(reader, notes));
}

}  // namespace ng::fuzz
