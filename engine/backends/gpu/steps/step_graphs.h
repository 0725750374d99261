// SPDX-License-Identifier: Apache-2.0
// CUDA graphs: steps that run with the same addresses again are captured once and then launched as
// a whole.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/backends/gpu/cuda_device.h"

namespace ng {

// NGRAPH_CUDA_GRAPHS: `off`; `first` captures in the first call; anything else: in the third.
enum class GraphUse { off, steady, first };

class StepGraphs {
 public:
  explicit StepGraphs(std::shared_ptr<CudaDevice> device) : device_(std::move(device)) {}
  ~StepGraphs();
  StepGraphs(const StepGraphs&) = delete;
  StepGraphs& operator=(const StepGraphs&) = delete;

  GraphUse use() const { return use_; }
  // Starts the steps on a stream that is being captured.
  using Start = std::function<void(cuda::Stream)>;
  // Launches steps [begin, end) on the device's stream as one graph, if they ran with these
  // addresses before. False: nothing was started; start the steps one by one.
  bool launch(std::size_t begin, std::size_t end, std::span<std::byte* const> addresses,
              const Start& start);

 private:
  struct Captured {
    std::size_t begin = 0, end = 0;
    std::vector<std::byte*> addresses;
    cuda::GraphExec graph = nullptr;  // null: the addresses have been seen once
  };
  static GraphUse from_environment();
  Captured& entry(std::size_t begin, std::size_t end);
  void release(Captured& captured) noexcept;
  cuda::GraphExec capture(const Start& start);

  std::shared_ptr<CudaDevice> device_;
  const GraphUse use_ = from_environment();
  cuda::Stream stream_ = nullptr;  // for captures: other threads use the device's own stream
  bool failed_ = false;            // a capture failed: no more are tried
  std::vector<Captured> captured_;
};

}  // namespace ng
