// SPDX-License-Identifier: Apache-2.0
// Runs a child process to its end or to a deadline.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace ng {

struct ChildResult {
  int exit_code = -1;      // -1: it did not exit by itself
  int signal = 0;          // signal that ended it, except the kill by run_child; 0: none
  bool started = false;    // if false, `output` holds the reason
  bool timed_out = false;  // the process group was killed at the deadline
  bool cancelled = false;  // the process group was killed because of `cancelled`
  std::string output;      // standard output and standard error, up to 1 MiB
};

// `command[0]` is looked up in PATH. Messages are in English (LC_ALL=C); standard input is empty.
// `cancelled` is polled on this thread about 20 times a second.
ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds deadline,
                      const std::function<bool()>& cancelled = {});

}  // namespace ng
