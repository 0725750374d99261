// SPDX-License-Identifier: Apache-2.0
// The threads that kernels run on: one pool a process. A job is a number of parts; what a part does
// depends on its number only, so results do not depend on how many threads there are.
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
  // `threads` counts the caller; its helpers are started by the first job that has work for them.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // The process's pool, made on first use with default_thread_count() and never destroyed. In the
  // child of a fork it still works, on the calling thread alone.
  static ThreadPool& shared();

  // NGRAPH_THREADS, else the processors this process may run on.
  static int default_thread_count();

  int threads() const { return threads_; }

  // What a helper did of one job: from its first part to its last. Thread 0 is the caller: it has
  // none.
  struct Turn {
    int thread = 0;
    std::chrono::steady_clock::time_point begin, end;
  };
  // Whether turns are noted from now on; no more than a million until they are taken. While they
  // are not, a job costs each helper one look at a flag.
  void note_turns(bool on) { noting_.store(on, std::memory_order_relaxed); }
  std::vector<Turn> take_turns();

  // Calls fn(part) once for each part in 0 … parts-1 and returns when all are done. The caller
  // works too. When the pool is busy (another thread's job, or a job within a job) the caller does
  // all parts itself, in order. If a part throws, the parts not yet begun are left out and the
  // first exception is thrown here.
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
  // The parts first..end-1 that a thread starts with, as end << 32 | first: whoever moves `first`
  // on has claimed a part. A thread whose own range is empty claims from the others.
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
  std::vector<Turn> turns_;  // guarded

  // One job at a time. These three are written before the ranges are filled and read only by a
  // thread that has claimed a part, which the job cannot end without.
  Call call_ = nullptr;
  const void* context_ = nullptr;
  std::exception_ptr error_;

  alignas(64) std::atomic<bool> busy_{false};
  std::atomic<bool> failed_{false};
  std::atomic<bool> stop_{false};
  alignas(64) std::atomic<int> epoch_{0};      // moves with every job: what helpers wait for
  alignas(64) std::atomic<int> remaining_{0};  // parts not done yet: what the caller waits for
};

// While one lives, ThreadPool::shared() is a pool of so many threads: for comparing what different
// numbers of threads compute. No other thread may use the shared pool meanwhile.
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
