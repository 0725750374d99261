// SPDX-License-Identifier: Apache-2.0
// Target: a gzip file. Deflate expands by up to 1000 times, so the limit is set to what a small
// input may need.
#include "engine/formats/archives/gzip.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_gzip(Bytes bytes) {
  Reader reader(bytes, "input", {.allocation_bytes = 8 << 20});
  read_gzip(reader);
}

}  // namespace ng::fuzz
