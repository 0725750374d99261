// SPDX-License-Identifier: Apache-2.0
#include "engine/base/cancellation.h"

#include <utility>

namespace ng {
namespace {

constexpr int polls_between_checks = 1000;
constexpr std::chrono::milliseconds interval(50);

thread_local CancellationScope* innermost = nullptr;

}  // namespace

CancellationScope::CancellationScope(std::function<void()> check)
    : check_(std::move(check)), around_(std::exchange(innermost, this)) {}

CancellationScope::~CancellationScope() {
  innermost = around_;
}

void check_cancellation() {
  polls_to_check = polls_between_checks;
  if (!innermost) return;
  const auto now = std::chrono::steady_clock::now();
  for (CancellationScope* scope = innermost; scope; scope = scope->around_) {
    if (now - scope->checked_ < interval) continue;
    scope->checked_ = now;
    scope->check_();
  }
}

}  // namespace ng
