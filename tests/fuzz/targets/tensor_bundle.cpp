// SPDX-License-Identifier: Apache-2.0
// Target: the index of a TensorFlow checkpoint. Its data files do not exist.
#include "engine/formats/tensorflow/tensor_bundle.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_tensor_bundle(Bytes bytes) {
  Reader reader(bytes, "no/such/folder/model.ckpt.index");
  Notes notes;
  list_tensor_bundle(reader, notes);
}

}  // namespace ng::fuzz
