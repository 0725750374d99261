// SPDX-License-Identifier: Apache-2.0
// The signal of a crash jumps back to where the code was called, by thread; so does the one of a
// timer of the thread, when the call has lasted too long. Signals of crashes outside of such calls
// go to whoever had them before.
#include "engine/backends/cpu/crash_guard.h"

#include <csetjmp>
#include <csignal>
#include <ctime>
#include <memory>
#include <mutex>

#include <sys/syscall.h>
#include <unistd.h>

#include "engine/base/error.h"

namespace ng {
namespace {

constexpr int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr std::size_t stack_bytes = 64 * 1024;

// The timer of a thread ticks while it makes such calls, and a while longer.
constexpr std::chrono::milliseconds tick{100};
constexpr int grace = 5, idle = 20;  // ticks

thread_local sigjmp_buf* way_back = nullptr;
thread_local const std::atomic<bool>* volatile stops = nullptr;  // the call that is under way
thread_local volatile std::sig_atomic_t most_ticks = 0, ticks = 0, ticking = 0;
struct sigaction former[NSIG];

void crashed(int signal, siginfo_t* info, void*) {
  if (way_back) siglongjmp(*way_back, signal);
  sigaction(signal, &former[signal], nullptr);
  if (info->si_code <= 0) raise(signal);  // somebody sent it; a fault comes again by itself
}

int alarm_signal() {
  return SIGRTMIN + 6;
}

timer_t& timer_of_this_thread() {
  thread_local timer_t timer;
  return timer;
}

void set_timer(bool on) {
  struct itimerspec every = {};
  if (on)
    every.it_interval.tv_nsec = every.it_value.tv_nsec = std::chrono::nanoseconds(tick).count();
  timer_settime(timer_of_this_thread(), 0, &every, nullptr);
  ticking = on;
}

// On the thread whose timer it is: a call of its own is under way, or none.
void ticked(int signal) {
  const int past = ticks + 1;
  ticks = past;
  if (!way_back && past > idle) set_timer(false);
  if (!way_back) return;
  const std::atomic<bool>* const stop = stops;
  const bool stopped = stop && past > grace && stop->load(std::memory_order_relaxed);
  if (stopped || past > most_ticks) siglongjmp(*way_back, signal);
}

void install() {
  struct sigaction ours = {};
  ours.sa_sigaction = crashed;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  for (const int signal : crashes) sigaction(signal, &ours, &former[signal]);
  struct sigaction timer = {};
  timer.sa_handler = ticked;
  timer.sa_flags = SA_ONSTACK | SA_RESTART;
  sigemptyset(&timer.sa_mask);
  sigaction(alarm_signal(), &timer, nullptr);
}

// Helpers of the pool leave signals to other threads: not those that are of their own doing.
void let_through() {
  sigset_t ours;
  sigemptyset(&ours);
  for (const int signal : crashes) sigaddset(&ours, signal);
  sigaddset(&ours, alarm_signal());
  pthread_sigmask(SIG_UNBLOCK, &ours, nullptr);
}

class ThreadTimer {
 public:
  ThreadTimer() {
    let_through();
    struct sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = alarm_signal();
    event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    made_ = timer_create(CLOCK_MONOTONIC, &event, &timer_of_this_thread()) == 0;
  }
  ~ThreadTimer() {
    if (made_) timer_delete(timer_of_this_thread());
  }
  void begin_call() {
    ticks = 0;
    if (made_ && !ticking) set_timer(true);
  }

 private:
  bool made_ = false;  // without it only crashes are told
};

// A thread whose stack ran over needs another one for the signal.
class SpareStack {
 public:
  SpareStack() {
    stack_t present = {};
    sigaltstack(nullptr, &present);
    if (!(present.ss_flags & SS_DISABLE)) return;
    memory_ = std::make_unique<char[]>(stack_bytes);
    stack_t spare = {};
    spare.ss_sp = memory_.get();
    spare.ss_size = stack_bytes;
    sigaltstack(&spare, nullptr);
  }
  ~SpareStack() {
    if (!memory_) return;
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }

 private:
  std::unique_ptr<char[]> memory_;
};

[[noreturn]] void refuse_endless(const std::string& what, bool stopped) {
  Diagnostic diagnostic;
  diagnostic.what = what + " did not come to an end";
  diagnostic.found = stopped ? "it was stopped" : "it ran longer than any kernel should";
  diagnostic.action = "drop the edit or mend it: look for a loop that its data keep from ending";
  refuse(ErrorKind::runtime, std::move(diagnostic));
}

[[noreturn]] void refuse_crash(const std::string& what, int signal) {
  Diagnostic diagnostic;
  diagnostic.what = what + " crashed";
  diagnostic.found = signal == SIGFPE   ? "a division by zero of whole numbers"
                     : signal == SIGILL ? "an instruction that this machine has not"
                                        : "an address that is not its own";
  diagnostic.action =
      "drop the edit or mend it; what it wrote to by mistake before stays so: reset the run";
  refuse(ErrorKind::runtime, std::move(diagnostic));
}

// The signal that ended `code`; 0: it came to its end. By itself: a jump back finds nothing but
// this.
[[gnu::noinline]] int signal_of(const std::function<void()>& code) {
  sigjmp_buf here;
  sigjmp_buf* const outer = way_back;
  const int signal = sigsetjmp(here, 1);
  if (signal == 0) {
    way_back = &here;
    code();
  }
  way_back = outer;
  return signal;
}

thread_local const std::atomic<bool>* stop_of_thread = nullptr;

}  // namespace

void run_guarded(const std::string& what, const std::function<void()>& code,
                 const std::atomic<bool>* stop, std::chrono::milliseconds limit) {
  static std::once_flag once;
  std::call_once(once, install);
  thread_local SpareStack spare;
  thread_local ThreadTimer timer;
  stops = stop;
  most_ticks = static_cast<int>(limit / tick);
  timer.begin_call();
  const int signal = signal_of(code);
  if (signal == alarm_signal()) refuse_endless(what, stop && stop->load());
  if (signal != 0) refuse_crash(what, signal);
}

GuardStop::GuardStop(const std::atomic<bool>& stop) : outer_(stop_of_thread) {
  stop_of_thread = &stop;
}

GuardStop::~GuardStop() {
  stop_of_thread = outer_;
}

const std::atomic<bool>* GuardStop::of_this_thread() {
  return stop_of_thread;
}

}  // namespace ng
