// SPDX-License-Identifier: Apache-2.0
// Scratch memory of a step: planned with the program's temporaries (Backend::scratch_bytes), or
// allocated for one run if the step has no planned scratch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/runtime/memory.h"

namespace ng {

// Floats in whole cache lines, so that parts of scratch memory stay aligned.
constexpr std::int64_t whole_lines(std::int64_t floats) {
  return (floats + 15) / 16 * 16;
}

// Floats that a part of a step copies, or reads again and again, at most: these and as many filters
// fit in the second-level cache.
constexpr std::int64_t floats_in_cache = 1 << 16;

class StepScratch {
 public:
  StepScratch() = default;
  StepScratch(std::byte* planned, std::int64_t bytes) : planned_(planned), bytes_(bytes) {}

  // `bytes` bytes, aligned to 64, valid until the next call. System Error if out of memory.
  std::byte* of(std::int64_t bytes) {
    if (bytes <= bytes_) return planned_;
    own_ = Memory(bytes, "the scratch of a step");
    return own_.data();
  }
  float* floats(std::int64_t bytes) { return reinterpret_cast<float*>(of(bytes)); }

 private:
  std::byte* planned_ = nullptr;
  std::int64_t bytes_ = 0;
  Memory own_;
};

}  // namespace ng
