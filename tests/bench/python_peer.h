// SPDX-License-Identifier: Apache-2.0
// A peer that runs in a Python process of its own and times its own calls. One line asks
// ("step 1000"), one line answers (seconds).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace ng::bench {

class PythonPeer {
 public:
  // Starts `script` with /usr/bin/python3, where Debian's modules are. Throws std::runtime_error
  // with the peer's reason when it cannot be had.
  // Its libraries get so many threads.
  explicit PythonPeer(const std::string& script, int threads = 1);
  ~PythonPeer();
  PythonPeer(const PythonPeer&) = delete;
  PythonPeer& operator=(const PythonPeer&) = delete;

  const std::string& name() const { return name_; }  // "torch 1.13.1, 1 thread"
  double seconds(const std::string& what, std::int64_t calls);
  // What `what` computes: the values that every contender must agree on. Empty: it does not know
  // it.
  std::vector<double> values(const std::string& what);

 private:
  std::string ask(const std::string& question);
  std::string answer();

  std::string name_;
  pid_t child_ = -1;
  std::FILE *questions_ = nullptr, *answers_ = nullptr;
};

}  // namespace ng::bench
