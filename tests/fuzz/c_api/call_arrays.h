// SPDX-License-Identifier: Apache-2.0
// Memory and callbacks of a call of a computation.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/c_api/ngraph.h"
#include "tests/fuzz/c_api/drawn_values.h"

namespace ng::fuzz {

constexpr std::size_t most_bytes = 1 << 20;  // of an input, a result or a variable

// Cancels after some reports, and meanwhile calls the API with what must not be used there.
struct StepWatch {
  std::size_t reports_left = 0;
  ngraph_transformer busy = nullptr;
  bool cancelled = false, reentered = false;

  int report() {
    std::size_t count = 0;
    if (busy && ngraph_state_count(busy, &count) == NGRAPH_OK) reentered = true;
    cancelled = reports_left == 0;
    if (reports_left) --reports_left;
    return !cancelled;
  }
};

// Memory of all inputs or results; none if one is too large to be run.
class CallArrays {
 public:
  using Count = int (*)(ngraph_computation, std::size_t*);
  using Describe = int (*)(ngraph_computation, std::size_t, ngraph_tensor_info*);
  CallArrays(ngraph_computation computation, Count count, Describe describe, DrawBytes& draws) {
    std::size_t all = 0;
    count(computation, &all);
    for (std::size_t i = 0; i < all; ++i) {
      ngraph_tensor_info info{};
      info.size = sizeof info;
      describe(computation, i, &info);
      fits_ = fits_ && info.bytes <= most_bytes;
      memory_.emplace_back(fits_ ? info.bytes : 0, draws);
      pointers.push_back(memory_.back().data());
      bytes.push_back(info.bytes);
    }
  }
  bool fits() const { return fits_; }

  std::vector<void*> pointers;
  std::vector<std::size_t> bytes;

 private:
  bool fits_ = true;
  std::deque<DrawnMemory> memory_;
};

}  // namespace ng::fuzz
