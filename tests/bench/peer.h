// SPDX-License-Identifier: Apache-2.0
// A peer that runs in a process of its own and times its own calls. One line asks ("step 1000"),
// one line answers (seconds).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/peer_process.h"

namespace ng::bench {

// Where Debian's modules are.
inline constexpr const char* kSystemPython = "/usr/bin/python3";

class Peer {
 public:
  // Starts `command`; its libraries get so many threads. Throws std::runtime_error with the peer's
  // reason when it cannot be had.
  explicit Peer(std::vector<std::string> command, int threads = 1);

  const std::string& name() const { return name_; }  // "torch 1.13.1, 1 thread"
  double seconds(const std::string& what, std::int64_t calls);
  // What `what` computes: the values that every contender must agree on. Empty: it does not know
  // it.
  std::vector<double> values(const std::string& what);

 private:
  std::string ask(const std::string& question);

  PeerProcess process_;
  std::string name_;
};

// The command that serves with tests/bench/peers/`script`.
std::vector<std::string> python_peer(const std::string& script,
                                     const std::string& python = kSystemPython);

}  // namespace ng::bench
