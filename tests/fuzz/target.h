// SPDX-License-Identifier: Apache-2.0
// Fuzz targets: readers of arbitrary bytes. CMakeLists.txt has the list of targets.
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

// Each reads all of `bytes` and returns, or throws an ng::Error. Called many times in one process:
// it must not leave state behind.
#define NGRAPH_TARGET(name) void target_##name(Bytes bytes);
NGRAPH_FUZZ_TARGETS
#undef NGRAPH_TARGET

struct Target {
  const char* name;
  void (*read)(Bytes bytes);
};

// Describes the target's fault with `bytes`; empty if it read or rejected them properly. Faults are
// an internal Error, an exception other than ng::Error, a message over 24 KiB, and memory above 64
// MiB plus twice the input at any time.
std::string fault_of(const Target& target, Bytes bytes);

}  // namespace ng::fuzz
