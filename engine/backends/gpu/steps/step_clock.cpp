// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/steps/step_clock.h"

#include "engine/runtime/device_times.h"

namespace ng {
namespace {

const cuda::Driver& driver() {
  return cuda_driver().functions;
}

constexpr const char* measuring = "measuring the times of steps";
constexpr std::size_t run_begin = 0, run_end = 1, first_mark = 2;

std::chrono::steady_clock::duration duration(double milliseconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double, std::milli>(milliseconds));
}

}  // namespace

StepClock::~StepClock() {
  device_->give_back([events = events_] {
    for (const cuda::Event event : events) driver().event_destroy(event);
  });
}

cuda::Event StepClock::event(std::size_t number) {
  while (events_.size() <= number) {
    cuda::Event event = nullptr;
    demand_cuda(driver().event_create(&event, 0), measuring);
    events_.push_back(event);
  }
  return events_[number];
}

void StepClock::record(std::size_t number, cuda::Stream stream) {
  demand_cuda(driver().event_record(event(number), stream), measuring);
}

void StepClock::begin() {
  device_->make_current();
  marks_.clear();
  record(run_begin, device_->stream());
}

void StepClock::before(std::size_t step, int lane, cuda::Stream stream) {
  marks_.push_back({step, lane});
  record(first_mark + 2 * (marks_.size() - 1), stream);
}

void StepClock::after(cuda::Stream stream) {
  record(first_mark + 2 * (marks_.size() - 1) + 1, stream);
}

double StepClock::milliseconds(std::size_t to) {
  float elapsed = 0;
  demand_cuda(driver().event_elapsed_time(&elapsed, event(run_begin), event(to)), measuring);
  return elapsed;
}

std::string StepClock::lane_name(int lane) const {
  return name_ + (lane == exchange_lane ? " NCCL" : " stream " + std::to_string(lane));
}

void StepClock::report() {
  record(run_end, device_->stream());
  device_->wait(running_steps);
  const auto begin = std::chrono::steady_clock::now() - duration(milliseconds(run_end));
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const std::size_t number = first_mark + 2 * i;
    DeviceTimes::shared().add(
        {lane_name(marks_[i].lane), marks_[i].step, begin + duration(milliseconds(number)),
         begin + duration(milliseconds(number + 1)), std::this_thread::get_id(), &program_});
  }
}

}  // namespace ng
