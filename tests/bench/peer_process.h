// SPDX-License-Identifier: Apache-2.0
// A child process that answers each line with a line and is stopped between requests.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace ng::bench {

// After a call, the threads of OpenBLAS, OpenMP and XLA spin for up to 0.1 s, on the processors on
// which the next contender is measured. Therefore the process is stopped (SIGSTOP) after each
// answer and continued (SIGCONT) for the next request.
class PeerProcess {
 public:
  // Starts `command` with `settings` ("NAME=value") as its complete environment. Throws
  // std::runtime_error on failure.
  PeerProcess(std::vector<std::string> command, std::vector<std::string> settings);
  // Kills the process, also when it is stopped.
  ~PeerProcess();
  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;

  // The line the process prints when it starts. Empty if it ended.
  std::string greeting();
  std::string ask(const std::string& question);

 private:
  std::string answer();

  pid_t child_ = -1;
  std::FILE *questions_ = nullptr, *answers_ = nullptr;
};

}  // namespace ng::bench
