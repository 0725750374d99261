// SPDX-License-Identifier: Apache-2.0
// Measures steps by events on their streams, and reports them to DeviceTimes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backends/gpu/cuda_device.h"
#include "engine/runtime/program.h"

namespace ng {

constexpr int exchange_lane = -1;  // the stream of exchanges between GPUs

class StepClock {
 public:
  // `name` of the device: "gpu:1".
  StepClock(std::shared_ptr<CudaDevice> device, std::string name, const Program& program)
      : device_(std::move(device)), name_(std::move(name)), program_(program) {}
  ~StepClock();
  StepClock(const StepClock&) = delete;
  StepClock& operator=(const StepClock&) = delete;

  void begin();  // of a run
  void before(std::size_t step, int lane, cuda::Stream stream);
  void after(cuda::Stream stream);  // the step of the last before() was started
  void report();                    // the end of the run; waits for the device

 private:
  struct Mark {
    std::size_t step = 0;
    int lane = 0;
  };
  std::string lane_name(int lane) const;
  cuda::Event event(std::size_t number);
  void record(std::size_t number, cuda::Stream stream);
  double milliseconds(std::size_t to);  // from the run's begin

  std::shared_ptr<CudaDevice> device_;
  const std::string name_;
  const Program& program_;
  std::vector<Mark> marks_;
  std::vector<cuda::Event> events_;  // of the run's begin and end, then two for each mark
};

}  // namespace ng
