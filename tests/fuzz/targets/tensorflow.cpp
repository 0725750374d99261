// SPDX-License-Identifier: Apache-2.0
// Target: a TensorFlow graph, MetaGraph or SavedModel, binary or as text, read and imported. Its
// checkpoint does not exist.
#include "engine/documents/models/foreign_model.h"
#include "engine/formats/tensorflow/tensorflow_file.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_tensorflow(Bytes bytes) {
  Reader reader(bytes, "no/such/folder/graph.pb");
  Notes notes;
  if (!recognises_tensorflow(reader.first_bytes(512))) {
    read_tensorflow(reader, notes);
    return;
  }
  foreign_document(*read_foreign_model(reader, notes), {}, notes);
}

}  // namespace ng::fuzz
