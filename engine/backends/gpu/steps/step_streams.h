// SPDX-License-Identifier: Apache-2.0
// The streams and events by which steps of a program run at the same time.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/backends/gpu/steps/step_order.h"

namespace ng {

// Between fork() and join(), lane 0 is the stream `own`; the other lanes' work follows what it had
// before, and precedes what it gets later.
class StepStreams {
 public:
  StepStreams(std::shared_ptr<CudaDevice> device, const Program& program);
  ~StepStreams();
  StepStreams(const StepStreams&) = delete;
  StepStreams& operator=(const StepStreams&) = delete;

  const StepPlace& place(std::size_t step) const { return places_[step]; }
  // For the steps in [begin, end).
  void fork(cuda::Stream own, std::size_t begin, std::size_t end);
  // The step's stream, which waits for the steps that it follows.
  cuda::Stream before(std::size_t step);
  void after(std::size_t step);  // the step was started
  void join();
  void join_after_failure() noexcept;  // as far as the driver allows

 private:
  cuda::Event& event(std::size_t number);
  cuda::Stream stream(int lane) const;

  std::shared_ptr<CudaDevice> device_;
  std::vector<StepPlace> places_;
  std::vector<cuda::Event> events_;  // of steps, then one for the fork and one for each lane's join
  cuda::Stream own_ = nullptr;
  std::array<cuda::Stream, most_lanes - 1> side_ = {};
  std::array<bool, most_lanes> used_ = {};  // since the fork
  std::size_t begin_ = 0;
};

}  // namespace ng
