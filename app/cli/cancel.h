// SPDX-License-Identifier: Apache-2.0
// Ctrl+C, SIGTERM and SIGHUP (the terminal is closed) ask to stop; the second one stops at once.
#pragma once

#include <atomic>
#include <memory>
#include <string>

namespace ng::cli {

void catchSignals();
// True once the user has asked. Any thread.
const std::shared_ptr<const std::atomic<bool>>& cancelFlag();
// A cancelled Error when the user has asked; `what` was going on.
void throwIfCancelled(const std::string& what);

}  // namespace ng::cli
