// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/background.h"

#include <exception>
#include <thread>

#include "engine/runtime/thread_priority.h"

namespace ng::views {

void runAtLowPriority(const Document& document, const std::function<void()>& work) {
  constexpr std::size_t few = 2000;  // ops; below, the work is done directly
  if (document.ops.size() <= few) return work();
  std::exception_ptr failure;
  std::thread([&] {
    lower_this_thread();
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace ng::views
