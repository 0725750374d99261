// SPDX-License-Identifier: Apache-2.0
// Calling machine code that a user wrote: where it crashes, or does not come to an end, an error
// comes back instead of the end of the program.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace ng {

// Calls `code`, which must neither throw nor hold anything that has to be given back: a crash
// leaves it where it stands. A user runtime Error for bad addresses, illegal instructions,
// divisions of whole numbers by zero and a stack that runs over; `what` was called. Memory that the
// code wrote to by mistake before stays as it is. Any thread.
//
// The same error for code that runs for longer than `limit`, or, once `stop` (null: none) is set,
// for longer than half a second: both to the tenth of a second.
void run_guarded(const std::string& what, const std::function<void()>& code,
                 const std::atomic<bool>* stop = nullptr,
                 std::chrono::milliseconds limit = std::chrono::seconds(10));

// While it lives, programs that this thread runs have `stop` for their guarded calls.
class GuardStop {
 public:
  explicit GuardStop(const std::atomic<bool>& stop);
  ~GuardStop();
  GuardStop(const GuardStop&) = delete;
  GuardStop& operator=(const GuardStop&) = delete;
  static const std::atomic<bool>* of_this_thread();  // null: none

 private:
  const std::atomic<bool>* outer_;
};

}  // namespace ng
