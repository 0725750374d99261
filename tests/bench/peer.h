// SPDX-License-Identifier: Apache-2.0
// A peer that runs in its own process and times its own calls. A request is one line ("step 1000"),
// the answer is one line (seconds).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/peer_process.h"

namespace ng::bench {

// The interpreter that has Debian's modules.
inline constexpr const char* kSystemPython = "/usr/bin/python3";

class Peer {
 public:
  // Starts `command` with this many threads for its libraries. Throws std::runtime_error with the
  // peer's reason when it is unavailable.
  explicit Peer(std::vector<std::string> command, int threads = 1);

  const std::string& name() const { return name_; }  // "torch 1.13.1, 1 thread"
  double seconds(const std::string& what, std::int64_t calls);
  // The values that case `what` computes, on which all contenders must agree. Empty if the peer
  // does not have the case.
  std::vector<double> values(const std::string& what);

 private:
  std::string ask(const std::string& question);

  PeerProcess process_;
  std::string name_;
};

// The command that runs tests/bench/peers/`script`.
std::vector<std::string> python_peer(const std::string& script,
                                     const std::string& python = kSystemPython);

}  // namespace ng::bench
