// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/call_queue.h"

#include <utility>

namespace ng {
namespace {

class QueuedCall : public PendingCall {
 public:
  explicit QueuedCall(std::future<void> result) : result_(std::move(result)) {}
  ~QueuedCall() override {
    if (result_.valid()) result_.wait();  // the call uses the caller's memory
  }
  void wait() override {
    if (result_.valid()) result_.get();
  }

 private:
  std::future<void> result_;
};

}  // namespace

CallQueue::~CallQueue() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void CallQueue::run(std::function<void()> call) {
  if (unfinished_ == 0) return call();
  start(std::move(call))->wait();
}

PendingCallPtr CallQueue::start(std::function<void()> call) {
  std::packaged_task<void()> task([this, call = std::move(call)] {
    // Before the result is set, so that a caller who has waited finds the queue empty.
    struct Finished {
      std::atomic<int>& unfinished;
      ~Finished() { --unfinished; }
    } finished{unfinished_};
    call();
  });
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });  // may throw
  auto pending = std::make_unique<QueuedCall>(task.get_future());
  {
    const std::scoped_lock lock(mutex_);
    ++unfinished_;
    calls_.push_back(std::move(task));
  }
  changed_.notify_one();
  return pending;
}

void CallQueue::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return closing_ || !calls_.empty(); });
    if (calls_.empty()) return;
    std::packaged_task<void()> task = std::move(calls_.front());
    calls_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

}  // namespace ng
