// SPDX-License-Identifier: Apache-2.0
// Target: a safetensors file.
#include "engine/formats/tensors/safetensors.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_safetensors(Bytes bytes) {
  Reader reader(bytes, "input");
  Notes notes;
  read_safetensors(reader, notes);
}

}  // namespace ng::fuzz
