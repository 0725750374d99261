// SPDX-License-Identifier: Apache-2.0
// Target: a file of any format, detected by its first bytes.
#include "engine/formats/format_table.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_any_file(Bytes bytes) {
  Reader reader(bytes, "input");
  Notes notes;
  recognise(reader).read(reader, notes);
}

}  // namespace ng::fuzz
