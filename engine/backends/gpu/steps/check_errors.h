// SPDX-License-Identifier: Apache-2.0
// Indices and classes out of range: kernels describe the first one in device memory, and the host
// reads it where the program must not go on.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/backends/gpu/gpu_device.h"
#include "engine/backends/gpu/step_kernels.h"
#include "engine/runtime/memory.h"

namespace ng {

// Of one compiled program with the bodies of its loops.
class CheckErrors {
 public:
  CheckErrors(std::shared_ptr<CudaDevice> device, const GpuDevice& memory);

  // The number that the check of `step` writes. `outer`: the outermost program's step around it.
  std::uint64_t add(const Step& step, std::size_t outer);
  std::byte* memory() const { return memory_.data(); }

  // After a check was started; demand() then has something to read.
  void note_check() { pending_ = true; }
  bool pending() const { return pending_; }
  // Waits for the checks. Throws the index Error of the first that failed.
  void demand();
  // The outermost program's step whose check failed, after demand() threw.
  std::optional<std::size_t> failed_step() const { return failed_; }
  // Drops what an interrupted run has left.
  void restart();

 private:
  struct Check {
    const Step* step;
    std::size_t outer;
  };
  void clear();

  std::shared_ptr<CudaDevice> device_;
  Memory memory_;
  std::vector<Check> checks_;
  bool pending_ = false;
  std::optional<std::size_t> failed_;
};

}  // namespace ng
