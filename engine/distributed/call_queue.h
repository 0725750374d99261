// SPDX-License-Identifier: Apache-2.0
// The calls of one communicator, in their order, on a thread of their own while the caller
// computes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

#include "engine/runtime/ranks/communicator.h"

namespace ng {

// Used by one thread at a time. The thread is started by the first call that is not waited for.
class CallQueue {
 public:
  CallQueue() = default;
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;
  ~CallQueue();  // after all calls

  // Runs `call` after all earlier ones: on this thread if none is left.
  void run(std::function<void()> call);
  PendingCallPtr start(std::function<void()> call);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::packaged_task<void()>> calls_;
  std::atomic<int> unfinished_ = 0;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace ng
