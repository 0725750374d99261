// SPDX-License-Identifier: Apache-2.0
// Target: a capture: its archive, manifest, arrays and saved compilation.
#include "engine/formats/documents/capture_file.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_capture(Bytes bytes) {
  Reader reader(bytes, "input");
  read_capture(reader);
}

}  // namespace ng::fuzz
