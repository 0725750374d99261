// SPDX-License-Identifier: Apache-2.0
// The signal of a crash jumps back to where the code was called, by thread. Signals outside of such
// calls go to whoever had them before.
#include "engine/backends/cpu/crash_guard.h"

#include <csetjmp>
#include <csignal>
#include <memory>
#include <mutex>

#include "engine/base/error.h"

namespace ng {
namespace {

constexpr int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr std::size_t stack_bytes = 64 * 1024;

thread_local sigjmp_buf* way_back = nullptr;
struct sigaction former[NSIG];

void crashed(int signal, siginfo_t* info, void*) {
  if (way_back) siglongjmp(*way_back, signal);
  sigaction(signal, &former[signal], nullptr);
  if (info->si_code <= 0) raise(signal);  // somebody sent it; a fault comes again by itself
}

void install() {
  struct sigaction ours = {};
  ours.sa_sigaction = crashed;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  for (const int signal : crashes) sigaction(signal, &ours, &former[signal]);
}

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

}  // namespace

void run_guarded(const std::string& what, const std::function<void()>& code) {
  static std::once_flag once;
  std::call_once(once, install);
  thread_local SpareStack spare;
  if (const int signal = signal_of(code)) refuse_crash(what, signal);
}

}  // namespace ng
