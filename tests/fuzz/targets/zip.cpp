// SPDX-License-Identifier: Apache-2.0
// Target: every entry of a zip archive, whatever its name.
#include "engine/formats/archives/zip_directory.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_zip(Bytes bytes) {
  Reader reader(bytes, "input", {.allocation_bytes = 8 << 20});
  for (const ZipEntry& entry : read_zip_directory(reader)) read_zip_entry(reader, entry);
}

}  // namespace ng::fuzz
