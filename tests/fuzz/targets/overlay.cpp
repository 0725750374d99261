// SPDX-License-Identifier: Apache-2.0
// Target: an overlay, CSV or JSON.
#include "engine/formats/overlays/overlay.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_overlay(Bytes bytes) {
  Reader reader(bytes, "input");
  looks_like_overlay(reader.first_bytes(512));
  read_overlay(reader);
}

}  // namespace ng::fuzz
