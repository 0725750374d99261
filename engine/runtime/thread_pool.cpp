// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

namespace ng {

namespace {

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
}

// Waits until `value` differs from `old`: spins for about the gap between two kernels, then
// sleeps.
void wait_while_equal(const std::atomic<int>& value, int old) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds patience(60);
  const auto end = Clock::now() + patience;
  do {
    for (int i = 0; i < 16; ++i) {
      if (value.load(std::memory_order_acquire) != old) return;
      pause_briefly();
    }
  } while (Clock::now() < end);
  value.wait(old, std::memory_order_acquire);
}

std::atomic<ThreadPool*> scoped_pool{nullptr};

// Signals are delivered to threads that the program created itself.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

ThreadPool::ThreadPool(int threads)
    : threads_(threads < 1 ? 1 : threads), ranges_(new Range[static_cast<std::size_t>(threads_)]) {}

ThreadPool::~ThreadPool() {
  stop_ = true;
  epoch_.fetch_add(1, std::memory_order_release);
  epoch_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

ThreadPool& ThreadPool::shared() {
  if (ThreadPool* pool = scoped_pool.load(std::memory_order_acquire)) return *pool;
  static ThreadPool* pool = new ThreadPool(default_thread_count());
  return *pool;
}

ScopedThreadPool::ScopedThreadPool(int threads)
    : pool_(threads), outer_(scoped_pool.exchange(&pool_, std::memory_order_acq_rel)) {}

ScopedThreadPool::~ScopedThreadPool() {
  scoped_pool.store(outer_, std::memory_order_release);
}

int ThreadPool::default_thread_count() {
  constexpr int most = 1024;
  if (const char* variable = std::getenv("NGRAPH_THREADS")) {
    const int asked = std::atoi(variable);
    if (asked >= 1) return asked < most ? asked : most;
  }
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  const unsigned processors = std::thread::hardware_concurrency();
  return processors ? static_cast<int>(processors) : 1;
}

void ThreadPool::run(int parts, Call call, const void* context) {
  if (parts <= 1 || threads_ == 1 || busy_.exchange(true, std::memory_order_acquire)) {
    for (int part = 0; part < parts; ++part) call(context, part);
    return;
  }
  std::call_once(started_, [this] { start_helpers(); });
  publish(parts, call, context);
  work(0);
  wait_for_helpers();
  const std::exception_ptr error = std::move(error_);
  error_ = nullptr;
  failed_.store(false, std::memory_order_relaxed);
  busy_.store(false, std::memory_order_release);
  if (error) std::rethrow_exception(error);
}

void ThreadPool::publish(int parts, Call call, const void* context) {
  call_ = call;
  context_ = context;
  remaining_.store(parts, std::memory_order_relaxed);
  for (int i = 0; i < threads_; ++i) {
    const auto first = static_cast<std::uint64_t>(parts) * i / threads_;
    const auto end = static_cast<std::uint64_t>(parts) * (i + 1) / threads_;
    ranges_[i].packed.store(end << 32 | first, std::memory_order_release);
  }
  epoch_.fetch_add(1, std::memory_order_release);
  epoch_.notify_all();
}

void ThreadPool::wait_for_helpers() {
  for (int left = remaining_.load(std::memory_order_acquire); left != 0;
       left = remaining_.load(std::memory_order_acquire))
    wait_while_equal(remaining_, left);
}

// If the system refuses more threads, the existing ones do the remaining parts.
void ThreadPool::start_helpers() {
  try {
    for (int index = 1; index < threads_; ++index)
      helpers_.emplace_back([this, index] { help(index); });
  } catch (const std::system_error&) {
  }
}

void ThreadPool::help(int index) {
  block_signals();
  pthread_setname_np(pthread_self(), ("ngraph-" + std::to_string(index)).c_str());
  while (!stop_.load(std::memory_order_acquire)) {
    const int seen = epoch_.load(std::memory_order_acquire);
    if (noting_.load(std::memory_order_relaxed)) {
      noted_work(index);
    } else {
      work(index);
    }
    if (stop_.load(std::memory_order_acquire)) return;
    wait_while_equal(epoch_, seen);
  }
}

// Runs own parts, then steals: a caller never waits for a sleeping helper. Returns false if no
// part was left.
bool ThreadPool::work(int index) {
  bool any = false;
  int part = 0;
  for (int i = 0; i < threads_; ++i) {
    while (claim(ranges_[(index + i) % threads_], part)) {
      do_part(part);
      any = true;
    }
  }
  return any;
}

void ThreadPool::noted_work(int index) {
  constexpr std::size_t most_turns = 1'000'000;
  const auto begin = std::chrono::steady_clock::now();
  if (!work(index)) return;
  const auto end = std::chrono::steady_clock::now();
  const std::lock_guard lock(turns_mutex_);
  if (turns_.size() < most_turns) turns_.push_back({index, begin, end});
}

std::vector<ThreadPool::Turn> ThreadPool::take_turns() {
  const std::lock_guard lock(turns_mutex_);
  return std::exchange(turns_, {});
}

bool ThreadPool::claim(Range& range, int& part) {
  std::uint64_t packed = range.packed.load(std::memory_order_acquire);
  for (;;) {
    const auto first = static_cast<std::uint32_t>(packed);
    if (first >= packed >> 32) return false;
    if (!range.packed.compare_exchange_weak(packed, packed + 1, std::memory_order_acq_rel,
                                            std::memory_order_acquire))
      continue;
    part = static_cast<int>(first);
    return true;
  }
}

void ThreadPool::do_part(int part) {
  if (!failed_.load(std::memory_order_relaxed)) {
    try {
      call_(context_, part);
    } catch (...) {
      if (!failed_.exchange(true, std::memory_order_acq_rel)) error_ = std::current_exception();
    }
  }
  if (remaining_.fetch_sub(1, std::memory_order_acq_rel) == 1) remaining_.notify_one();
}

}  // namespace ng
