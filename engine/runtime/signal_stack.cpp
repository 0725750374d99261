// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/signal_stack.h"

#include <signal.h>

#include <cstddef>
#include <memory>

namespace ng {
namespace {

constexpr std::size_t stack_bytes = 64 << 10;  // the saved registers alone take up to 11 KiB

class SignalStack {
 public:
  SignalStack() {
    stack_t present = {};
    if (sigaltstack(nullptr, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
    bytes_.reset(new std::byte[stack_bytes]);
    stack_t own = {};
    own.ss_sp = bytes_.get();
    own.ss_size = stack_bytes;
    if (sigaltstack(&own, nullptr) != 0) bytes_.reset();
  }
  // A stack that another library has installed since stays.
  ~SignalStack() {
    stack_t present = {};
    if (!bytes_ || sigaltstack(nullptr, &present) != 0 || present.ss_sp != bytes_.get()) return;
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> bytes_;
};

}  // namespace

void ensure_signal_stack() {
  thread_local const SignalStack stack;
}

}  // namespace ng
