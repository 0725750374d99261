// SPDX-License-Identifier: Apache-2.0
// Slots of a step's scratch memory, reused by parts that do not run at the same time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/runtime/thread_pool.h"

namespace ng {

class ScratchSlots {
 public:
  // Number of `parts` that run at the same time: at most the number of pool threads.
  static std::int64_t count(std::int64_t parts) {
    return std::min<std::int64_t>(parts, ThreadPool::shared().threads());
  }

  // `count` slots of `floats` floats each, starting at `memory`.
  ScratchSlots(float* memory, std::int64_t floats, std::int64_t count)
      : memory_(memory),
        floats_(floats),
        count_(static_cast<std::size_t>(count)),
        taken_(new std::atomic<bool>[count_]()) {}

  // Holds a slot during its lifetime.
  class Lease {
   public:
    explicit Lease(ScratchSlots& slots) : slots_(slots) {
      while (slots.taken_[place_].exchange(true, std::memory_order_acquire)) {
        place_ = (place_ + 1) % slots_.count_;
      }
    }
    ~Lease() { slots_.taken_[place_].store(false, std::memory_order_release); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    float* memory() const {
      return slots_.memory_ + static_cast<std::int64_t>(place_) * slots_.floats_;
    }

   private:
    ScratchSlots& slots_;
    std::size_t place_ = 0;
  };

 private:
  float* const memory_;
  const std::int64_t floats_;
  const std::size_t count_;
  std::unique_ptr<std::atomic<bool>[]> taken_;
};

}  // namespace ng
