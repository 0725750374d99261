// SPDX-License-Identifier: Apache-2.0
// What a process does once and would otherwise do while somebody waits.
#pragma once

#include <thread>

namespace ng {

// Readies the compiler of kernels and the library of products on a thread of its own: the first
// compile waits some 60 ms for libraries of 200 MB, the first product 20 ms for its code. It is to
// end before the process does, whose libraries must not leave while they are readied.
class CpuWarmUp {
 public:
  CpuWarmUp();  // returns at once
  ~CpuWarmUp();
  CpuWarmUp(const CpuWarmUp&) = delete;
  CpuWarmUp& operator=(const CpuWarmUp&) = delete;

 private:
  std::thread thread_;
};

}  // namespace ng
