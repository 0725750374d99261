// SPDX-License-Identifier: Apache-2.0
// Target: a compilation record.
#include "engine/records/record_json.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_record(Bytes bytes) {
  to_json(*compilation_from_json(text_of(bytes), "input"));
}

}  // namespace ng::fuzz
