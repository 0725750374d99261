// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cancel.h"

#include <csignal>

#include "engine/base/error.h"

namespace ng::cli {
namespace {

std::shared_ptr<std::atomic<bool>> flag = std::make_shared<std::atomic<bool>>(false);
static_assert(std::atomic<bool>::is_always_lock_free, "the signal handler writes it");

// Plain pointer: a signal handler must not touch the shared_ptr.
std::atomic<bool>* const raised = flag.get();

void onSignal(int) {
  raised->store(true);
}

}  // namespace

void catchSignals() {
  struct sigaction action = {};
  action.sa_handler = onSignal;
  // One shot: a second signal has its default effect. Blocking system calls end with EINTR. Runs on
  // the stack of ensure_signal_stack().
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    // A signal that is ignored at startup (nohup, background jobs of a shell) stays ignored.
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);
  }
}

void surviveBrokenPipes() {
  struct sigaction action = {};
  action.sa_handler = [](int) {};  // unlike SIG_IGN, not inherited by programs that are started
  action.sa_flags = static_cast<int>(SA_RESTART | SA_ONSTACK);
  sigaction(SIGPIPE, &action, nullptr);
}

const std::shared_ptr<const std::atomic<bool>>& cancelFlag() {
  static const std::shared_ptr<const std::atomic<bool>> readable = flag;
  return readable;
}

void throwIfCancelled(const std::string& what) {
  if (raised->load()) refuse(ErrorKind::cancelled, "cancelled while " + what);
}

}  // namespace ng::cli
