// SPDX-License-Identifier: Apache-2.0
// Target: cached machine code, placed and linked but never run.
#include "engine/backends/cpu/compiler/loaded_code.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_kernel_object(Bytes bytes) {
  if (can_load_objects()) load_object(std::string(text_of(bytes)));
}

}  // namespace ng::fuzz
