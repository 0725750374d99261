// SPDX-License-Identifier: Apache-2.0
// Preloads the JIT and BLAS in the background.
#pragma once

#include <thread>

namespace ng {

// Loads the kernel compiler and the matmul library on a thread of its own: the first compilation
// takes about 60 ms to load libraries of 200 MB, the first matmul 20 ms to generate code. Must be
// destroyed before the process exits, because libraries must not be unloaded while they initialise.
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
