// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/steps/step_streams.h"

#include <algorithm>

namespace ng {
namespace {

const cuda::Driver& driver() {
  return cuda_driver().functions;
}

std::size_t index(int lane) {
  return static_cast<std::size_t>(lane);
}

constexpr const char* ordering = "ordering steps on it";

}  // namespace

StepStreams::StepStreams(std::shared_ptr<CudaDevice> device, const Program& program)
    : device_(std::move(device)), places_(step_places(program)) {
  events_.resize(places_.size() + most_lanes);
}

StepStreams::~StepStreams() {
  device_->give_back([events = events_, side = side_] {
    for (const cuda::Event event : events) {
      if (event) driver().event_destroy(event);
    }
    for (const cuda::Stream stream : side) {
      if (stream) driver().stream_destroy(stream);
    }
  });
}

cuda::Event& StepStreams::event(std::size_t number) {
  cuda::Event& event = events_[number];
  if (!event) demand_cuda(driver().event_create(&event, cuda::without_timing), ordering);
  return event;
}

cuda::Stream StepStreams::stream(int lane) const {
  return lane == 0 ? own_ : side_[index(lane) - 1];
}

void StepStreams::fork(cuda::Stream own, std::size_t begin, std::size_t end) {
  own_ = own;
  begin_ = begin;
  used_ = {true};
  for (std::size_t i = begin; i < end; ++i) used_[index(places_[i].lane)] = true;
  if (std::count(used_.begin(), used_.end(), true) == 1) return;
  const cuda::Event& forked = event(places_.size());
  demand_cuda(driver().event_record(forked, own), ordering);
  for (std::size_t lane = 1; lane < used_.size(); ++lane) {
    if (!used_[lane]) continue;
    cuda::Stream& side = side_[lane - 1];
    if (!side) demand_cuda(driver().stream_create(&side, cuda::non_blocking), ordering);
    demand_cuda(driver().stream_wait_event(side, forked, 0), ordering);
  }
}

cuda::Stream StepStreams::before(std::size_t step) {
  const cuda::Stream here = stream(places_[step].lane);
  for (const std::size_t each : places_[step].follows) {
    if (each < begin_) continue;  // before the fork
    demand_cuda(driver().stream_wait_event(here, event(each), 0), ordering);
  }
  return here;
}

void StepStreams::after(std::size_t step) {
  if (!places_[step].is_followed) return;
  demand_cuda(driver().event_record(event(step), stream(places_[step].lane)), ordering);
}

void StepStreams::join() {
  for (std::size_t lane = 1; lane < used_.size(); ++lane) {
    if (!used_[lane]) continue;
    const cuda::Event& joined = event(places_.size() + lane);
    demand_cuda(driver().event_record(joined, side_[lane - 1]), ordering);
    demand_cuda(driver().stream_wait_event(own_, joined, 0), ordering);
  }
}

void StepStreams::join_after_failure() noexcept {
  try {
    join();
  } catch (...) {  // the failure that came first is reported
  }
}

}  // namespace ng
