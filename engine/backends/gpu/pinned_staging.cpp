// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/pinned_staging.h"

namespace ng {
namespace {

constexpr std::int64_t ring_bytes = 2 * PinnedStaging::largest, alignment = 64;

}  // namespace

std::byte* PinnedStaging::place(std::int64_t bytes) {
  if (bytes > largest || refused_) return nullptr;
  if (!memory_) {
    void* memory = nullptr;
    refused_ = cuda_driver().functions.host_allocate(&memory, std::size_t{ring_bytes}) != 0;
    if (refused_) return nullptr;
    memory_ = static_cast<std::byte*>(memory);
  }
  if (bytes > ring_bytes - used_) return nullptr;
  std::byte* const place = memory_ + used_;
  used_ += (bytes + alignment - 1) / alignment * alignment;
  return place;
}

void PinnedStaging::release() noexcept {
  if (memory_) cuda_driver().functions.host_free(memory_);
  memory_ = nullptr;
}

}  // namespace ng
