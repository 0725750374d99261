// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/exchange_times.h"

#include <algorithm>
#include <chrono>

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int warm_ups = 3, rounds = 21;
constexpr const char* what = "measuring exchanges";

double median_us(Communicator& world, std::vector<float>& values) {
  std::vector<double> times;
  for (int round = 0; round < warm_ups + rounds; ++round) {
    std::fill(values.begin(), values.end(), 1.0F);  // repeated sums would overflow
    world.barrier(what);
    const Clock::time_point begin = Clock::now();
    world
        .start_all_reduce(reinterpret_cast<std::byte*>(values.data()), std::ssize(values),
                          DType::f32, kernel::Combine::add, what)
        ->wait();
    double taken = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    world.all_reduce(reinterpret_cast<std::byte*>(&taken), 1, DType::f64, kernel::Combine::maximum,
                     what);
    if (round >= warm_ups) times.push_back(taken);
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

}  // namespace

std::vector<ExchangeTime> all_reduce_times(Communicator& world) {
  std::vector<ExchangeTime> times;
  for (std::size_t count = 1; count <= (1U << 20); count *= 16) {
    std::vector<float> values(count);
    times.push_back({static_cast<std::int64_t>(count * sizeof(float)), median_us(world, values)});
  }
  return times;
}

}  // namespace ng
