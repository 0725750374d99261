// SPDX-License-Identifier: Apache-2.0
// Target: an archive of npy files.
#include "engine/formats/archives/npz.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_npz(Bytes bytes) {
  Reader reader(bytes, "input");
  Notes notes;
  read_npz(reader, notes);
}

}  // namespace ng::fuzz
