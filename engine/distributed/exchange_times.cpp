// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/exchange_times.h"

#include <algorithm>
#include <chrono>
#include <functional>

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::int64_t sample = 10'000;  // turns of compute()
constexpr int warm_ups = 3, rounds = 21;
constexpr const char* what = "measuring exchanges";

// The median over calls of `work`, by the slowest rank, which begin at the same time.
double median_us(Communicator& world, const std::function<void()>& work) {
  std::vector<double> times;
  for (int round = 0; round < warm_ups + rounds; ++round) {
    world.barrier(what);
    const Clock::time_point begin = Clock::now();
    work();
    double taken = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    world.all_reduce(reinterpret_cast<std::byte*>(&taken), 1, DType::f64, kernel::Combine::maximum,
                     what);
    if (round >= warm_ups) times.push_back(taken);
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

// Zeros: repeated sums stay zeros.
PendingCallPtr start(Communicator& world, std::vector<float>& zeros) {
  return world.start_all_reduce(reinterpret_cast<std::byte*>(zeros.data()), std::ssize(zeros),
                                DType::f32, kernel::Combine::add, what);
}

// Arithmetic within the first-level cache.
void compute(std::int64_t turns) {
  volatile float sink = 0;
  float values[64] = {};
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    for (float& value : values) value = value * 0.999F + 0.5F;
  }
  sink = values[7];
  (void)sink;
}

}  // namespace

std::vector<ExchangeTime> all_reduce_times(Communicator& world) {
  std::vector<ExchangeTime> times;
  for (std::size_t count = 1; count <= (1U << 20); count *= 16) {
    std::vector<float> values(count);
    const double median = median_us(world, [&] { start(world, values)->wait(); });
    times.push_back({static_cast<std::int64_t>(count * sizeof(float)), median});
  }
  return times;
}

double measured_overlap(Communicator& world) {
  std::vector<float> values(1U << 18);
  const double exchange = median_us(world, [&] { start(world, values)->wait(); });
  const double sampled = median_us(world, [] { compute(sample); });
  const auto turns = static_cast<std::int64_t>(static_cast<double>(sample) * exchange / sampled);
  const double alone = median_us(world, [&] { compute(turns); });
  const double both = median_us(world, [&] {
    const PendingCallPtr pending = start(world, values);
    compute(turns);
    pending->wait();
  });
  return std::clamp((alone + exchange - both) / std::min(alone, exchange), 0.0, 1.0);
}

}  // namespace ng
