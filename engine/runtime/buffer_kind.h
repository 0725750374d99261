// SPDX-License-Identifier: Apache-2.0
// The kinds of buffers of a program.
#pragma once

#include "engine/base/enum_names.h"

namespace ng {

// kept: results of steps that run once (Program::once).
enum class BufferKind { persistent, input, output, constant, temporary, kept };

constexpr auto names_of(BufferKind) {
  return std::to_array<std::string_view>(
      {"persistent", "input", "output", "constant", "temporary", "kept"});
}

}  // namespace ng
