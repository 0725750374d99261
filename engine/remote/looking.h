// SPDX-License-Identifier: Apache-2.0
// While the link runs programs of its own, it does not look on at itself.
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
