// SPDX-License-Identifier: Apache-2.0
// Runs a child process to its end or to a deadline.
#pragma once

#include <chrono>
#include <cstddef>
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
  std::string output;      // standard output and standard error, cut at the limit
};

struct ChildOptions {
  std::chrono::milliseconds deadline;
  std::function<bool()> cancelled = {};  // polled on this thread about 20 times a second
  int file = -1;                         // descriptor that the child gets as 3
  std::size_t most_output = 1 << 20;     // bytes
};

// `command[0]` is looked up in PATH. Messages are in English (LC_ALL=C); standard input is empty.
ChildResult run_child(const std::vector<std::string>& command, const ChildOptions& options);
ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds deadline,
                      const std::function<bool()>& cancelled = {});

}  // namespace ng
