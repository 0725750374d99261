// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/cancellation.h"

namespace ng {
namespace {

thread_local const std::atomic<bool>* current = nullptr;

}  // namespace

CancelScope::CancelScope(const std::atomic<bool>* flag) : outer_(current) {
  current = flag;
}
CancelScope::~CancelScope() {
  current = outer_;
}

bool cancel_requested() {
  return current && current->load(std::memory_order_relaxed);
}

}  // namespace ng
