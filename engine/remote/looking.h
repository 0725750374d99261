// SPDX-License-Identifier: Apache-2.0
// Scope in which the link ignores the programs that it runs itself.
#pragma once

namespace ng::remote {

class Looking {
 public:
  Looking() { on_ = true; }
  ~Looking() { on_ = false; }
  Looking(const Looking&) = delete;
  Looking& operator=(const Looking&) = delete;
  static bool on() { return on_; }  // on this thread

 private:
  static inline thread_local bool on_ = false;
};

}  // namespace ng::remote
