// SPDX-License-Identifier: Apache-2.0
// Runs a program to its end, or to a deadline.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace ng {

struct ChildResult {
  int exit_code = -1;      // -1: it did not exit by itself
  int signal = 0;          // that ended it, other than ours; 0: none
  bool started = false;    // false: `output` says why not
  bool timed_out = false;  // it and its own children were killed
  bool cancelled = false;  // so too
  std::string output;      // what it wrote to both of its outputs, up to 1 MiB
};

// `command[0]` is looked up in PATH. Messages come in English (LC_ALL=C). The child reads nothing.
// `cancelled` is asked on this thread some twenty times a second.
ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds deadline,
                      const std::function<bool()>& cancelled = {});

}  // namespace ng
