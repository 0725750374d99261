// SPDX-License-Identifier: Apache-2.0
// A gzip file. What deflate packs best is 1000 times as large: the limit is set to what a small
// input may take.
#include "engine/formats/gzip.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_gzip(Bytes bytes) {
  Reader reader(bytes, "input", {.allocation_bytes = 8 << 20});
  read_gzip(reader);
}

}  // namespace ng::fuzz
