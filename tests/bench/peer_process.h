// SPDX-License-Identifier: Apache-2.0
// A process that answers a line for a line and stands still whenever it is not asked.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace ng::bench {

// After a call, the threads of OpenBLAS, OpenMP and XLA go on spinning for up to a tenth of a
// second, on the processors that the next contender is measured on. So the process is stopped
// (SIGSTOP) as soon as it has answered, and continued (SIGCONT) by the next question.
class PeerProcess {
 public:
  // Starts `command` with `settings` ("NAME=value") as its whole environment. Throws
  // std::runtime_error when that fails.
  PeerProcess(std::vector<std::string> command, std::vector<std::string> settings);
  // Ends the process, stopped or not.
  ~PeerProcess();
  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;

  // The line that the process prints without being asked. Empty: it ended.
  std::string greeting();
  std::string ask(const std::string& question);

 private:
  std::string answer();

  pid_t child_ = -1;
  std::FILE *questions_ = nullptr, *answers_ = nullptr;
};

}  // namespace ng::bench
