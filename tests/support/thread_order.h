// SPDX-License-Identifier: Apache-2.0
// The order in which the CUDA emulator runs the blocks of a launch and the threads of a block.
// Devices have no such choice.
#pragma once

#include <stdlib.h>

namespace ng {

inline constexpr const char* thread_orders[] = {"forward", "reverse", "shuffled"};

// Sets the order while it exists. No thread may read the environment meanwhile.
class ThreadOrder {
 public:
  explicit ThreadOrder(const char* order) { setenv(variable, order, 1); }
  ~ThreadOrder() { unsetenv(variable); }
  ThreadOrder(const ThreadOrder&) = delete;
  ThreadOrder& operator=(const ThreadOrder&) = delete;

 private:
  static constexpr const char* variable = "NGRAPH_EMULATOR_ORDER";
};

}  // namespace ng
