// SPDX-License-Identifier: Apache-2.0
// Target: a piece of a graph from the clipboard.
#include "engine/editing/piece.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_piece(Bytes bytes) {
  editing::read_piece(std::string(text_of(bytes)));
}

}  // namespace ng::fuzz
