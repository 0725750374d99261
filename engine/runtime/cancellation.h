// SPDX-License-Identifier: Apache-2.0
// The user's request to stop, as seen by code that waits for a device on this thread.
#pragma once

#include <atomic>

namespace ng {

// While it exists, cancel_requested() on this thread reads `flag` (null: never requested). Nests.
class CancelScope {
 public:
  explicit CancelScope(const std::atomic<bool>* flag);
  ~CancelScope();
  CancelScope(const CancelScope&) = delete;
  CancelScope& operator=(const CancelScope&) = delete;

 private:
  const std::atomic<bool>* outer_;
};

bool cancel_requested();

}  // namespace ng
