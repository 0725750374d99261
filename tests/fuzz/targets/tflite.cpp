// SPDX-License-Identifier: Apache-2.0
// Target: a TensorFlow Lite model, read and imported. Its weights are read from no file.
#include "engine/documents/models/import_onnx.h"
#include "engine/formats/tflite/tflite_file.h"
#include "engine/frontends/tflite/convert_model.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_tflite(Bytes bytes) {
  Reader reader(bytes, "no/such/folder/model.tflite");
  Notes notes;
  const auto model = read_tflite(reader, notes);
  onnx_document(tflite::convert(*model, notes), {}, notes, "tflite", &tflite::dialect);
}

}  // namespace ng::fuzz
