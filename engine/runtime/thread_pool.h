// SPDX-License-Identifier: Apache-2.0
// The thread pool of kernels: one per process. A job is a number of parts. A part depends on its
// number only, so that results do not depend on the number of threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace ng {

class ThreadPool {
 public:
  // `threads` includes the caller. Helper threads start with the first parallel job.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // The process-wide pool, created on first use with default_thread_count() and never destroyed.
  // After a fork it runs jobs on the calling thread only.
  static ThreadPool& shared();

  // NGRAPH_THREADS, else the number of processors this process may run on.
  static int default_thread_count();

  int threads() const { return threads_; }

  // The time a helper thread spent on one job, from its first part to its last. The caller (thread
  // 0) has no turns.
  struct Turn {
    int thread = 0;
    std::chrono::steady_clock::time_point begin, end;
  };
  // Turns recording of turns on or off; at most a million are kept until take_turns(). When off, a
  // job costs each helper one load of a flag.
  void note_turns(bool on) { noting_.store(on, std::memory_order_relaxed); }
  std::vector<Turn> take_turns();

  // Calls fn(part) for each part in [0, parts) and returns when all are done. The caller works too.
  // If the pool is busy (a job of another thread, or a nested job), the caller runs all parts in
  // order. If a part throws, parts that have not started are skipped and the first exception is
  // rethrown here.
  template <class Fn>
  void parallel_for(int parts, Fn&& fn) {
    using Callable = std::remove_reference_t<Fn>;
    run(
        parts,
        [](const void* context, int part) {
          (*static_cast<Callable*>(const_cast<void*>(context)))(part);
        },
        std::addressof(fn));
  }

 private:
  using Call = void (*)(const void* context, int part);
  // A thread's own parts [first, end), packed as end << 32 | first. Advancing `first` claims one.
  // A thread with an empty range steals from the others.
  struct alignas(64) Range {
    std::atomic<std::uint64_t> packed{0};
  };

  void run(int parts, Call call, const void* context);
  void publish(int parts, Call call, const void* context);
  void wait_for_helpers();
  void start_helpers();
  void help(int index);
  bool work(int index);
  void noted_work(int index);
  bool claim(Range& range, int& part);
  void do_part(int part);

  const int threads_;
  std::unique_ptr<Range[]> ranges_;
  std::vector<std::thread> helpers_;
  std::once_flag started_;

  std::atomic<bool> noting_{false};
  std::mutex turns_mutex_;
  std::vector<Turn> turns_;  // guarded by turns_mutex_

  // The current job. Written before the ranges are filled; read only by a thread that has claimed a
  // part, without which the job cannot end.
  Call call_ = nullptr;
  const void* context_ = nullptr;
  std::exception_ptr error_;

  alignas(64) std::atomic<bool> busy_{false};
  std::atomic<bool> failed_{false};
  std::atomic<bool> stop_{false};
  alignas(64) std::atomic<int> epoch_{0};      // incremented per job; helpers wait for it
  alignas(64) std::atomic<int> remaining_{0};  // parts not done; the caller waits for 0
};

// Replaces ThreadPool::shared() by a pool of `threads` during its lifetime, to compare results of
// different thread counts. No other thread may use the shared pool meanwhile.
class ScopedThreadPool {
 public:
  explicit ScopedThreadPool(int threads);
  ~ScopedThreadPool();
  ScopedThreadPool(const ScopedThreadPool&) = delete;
  ScopedThreadPool& operator=(const ScopedThreadPool&) = delete;

 private:
  ThreadPool pool_;
  ThreadPool* outer_;
};

}  // namespace ng
