// SPDX-License-Identifier: Apache-2.0
// Target: an npy file.
#include "engine/formats/tensors/npy.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_npy(Bytes bytes) {
  Reader reader(bytes, "input");
  Notes notes;
  read_npy(reader, notes);
}

}  // namespace ng::fuzz
