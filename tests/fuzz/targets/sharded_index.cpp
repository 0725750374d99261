// SPDX-License-Identifier: Apache-2.0
// Target: the index of weights in several files. The files do not exist.
#include "engine/formats/tensors/sharded_index.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_sharded_index(Bytes bytes) {
  Reader reader(bytes, "no/such/folder/model.safetensors.index.json");
  Notes notes;
  list_sharded(reader, notes);
}

}  // namespace ng::fuzz
