// SPDX-License-Identifier: Apache-2.0
// A reader to be given any bytes. The list of targets is in CMakeLists.txt.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ng::fuzz {

using Bytes = std::span<const std::byte>;

inline std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Each reads all of `bytes` and returns, or refuses them by an Error. Called many times in one
// process: nothing may be left behind.
#define NGRAPH_TARGET(name) void target_##name(Bytes bytes);
NGRAPH_FUZZ_TARGETS
#undef NGRAPH_TARGET

struct Target {
  const char* name;
  void (*read)(Bytes bytes);
};

// What a target did wrong with `bytes`; empty: it read or refused them as it should. Wrong are an
// internal Error, an exception that is no Error, a message of over 24 KiB, and more memory than 64
// MiB and twice the input at any time.
std::string fault_of(const Target& target, Bytes bytes);

}  // namespace ng::fuzz
