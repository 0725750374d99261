// SPDX-License-Identifier: Apache-2.0
// Shared parts of the calls of a sequence.
#pragma once

#include <initializer_list>

#include "tests/fuzz/c_api/call_sequence.h"

namespace ng::fuzz {

// Reads results completely, so that a sanitizer reports memory that is not theirs.
void read_texts(std::initializer_list<const char*> texts);
void read_tensor(const ngraph_tensor_info& info);

// The place of a result, or null.
template <class Handle>
Handle* CallSequence::place(Handle& handle, bool& wrong) {
  if (!draws_.once_in(48)) return &handle;
  wrong = true;
  return nullptr;
}

// The struct with its size, or a wrong size, or null.
template <class Struct>
Struct* CallSequence::sized(Struct& given, bool& wrong) {
  given.size = draw_size(sizeof given, draws_);
  wrong |= given.size < sizeof given;
  return place(given, wrong);
}

}  // namespace ng::fuzz
