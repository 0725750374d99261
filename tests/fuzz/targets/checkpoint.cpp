// SPDX-License-Identifier: Apache-2.0
// Target: a checkpoint, with tensors and the manifest that describes them.
#include "engine/base/reader.h"
#include "engine/documents/checkpoint_manifest.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_checkpoint(Bytes bytes) {
  Reader reader(bytes, "input.safetensors");
  read_checkpoint(reader);
}

}  // namespace ng::fuzz
