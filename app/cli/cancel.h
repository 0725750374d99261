// SPDX-License-Identifier: Apache-2.0
// Cancellation by Ctrl+C, SIGTERM and SIGHUP (terminal closed). A second signal kills the process.
#pragma once

#include <atomic>
#include <memory>
#include <string>

namespace ng::cli {

void catchSignals();
// From now on writing to a pipe whose reader has ended fails, instead of ending the process: for
// commands that have files to write, too.
void surviveBrokenPipes();
// True after the user has asked to cancel. Callable from any thread.
const std::shared_ptr<const std::atomic<bool>>& cancelFlag();
// Throws an Error of kind `cancelled` if the user has asked to cancel; `what` names the interrupted
// activity in its message.
void throwIfCancelled(const std::string& what);

}  // namespace ng::cli
