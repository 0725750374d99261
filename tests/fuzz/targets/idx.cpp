// SPDX-License-Identifier: Apache-2.0
// Target: an IDX file.
#include "engine/formats/tensors/idx.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_idx(Bytes bytes) {
  Reader reader(bytes, "input");
  read_idx(reader);
}

}  // namespace ng::fuzz
