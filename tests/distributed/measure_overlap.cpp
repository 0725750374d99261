// SPDX-License-Identifier: Apache-2.0
// Measures how much of an all_reduce is hidden behind computation, outside the tests:
// mpirun -n 2 measure_overlap [MB] [fast]. Times in ms, medians of 9 rounds on rank 0.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "engine/distributed/launcher.h"

using namespace ng;

namespace {

double median_ms(Communicator& world, const std::function<void()>& work) {
  std::vector<double> times;
  for (int round = 0; round < 9; ++round) {
    world.barrier("round");
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
            .count());
  }
  std::nth_element(times.begin(), times.begin() + 4, times.end());
  return times[4];
}

// Arithmetic within the first-level cache, `turns` times.
float compute(std::int64_t turns) {
  float values[64];
  for (int i = 0; i < 64; ++i) values[i] = static_cast<float>(i);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    for (float& value : values) value = value * 0.999F + 0.5F;
  }
  return values[7];
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t count = (argc > 1 ? std::atoi(argv[1]) : 64) * 250'000LL;
  WorldOptions options;
  options.deterministic = argc < 3 || std::strcmp(argv[2], "fast") != 0;
  const OpenedWorld opened = open_world(options);
  if (!opened.communicator) return std::puts(opened.reason.c_str()), 3;
  Communicator& world = *opened.communicator;
  std::vector<float> values(static_cast<std::size_t>(count), 1);
  auto* data = reinterpret_cast<std::byte*>(values.data());
  volatile float sink = 0;
  const auto reduce = [&] {
    world.all_reduce(data, count, DType::f32, kernel::Combine::add, "measured");
  };
  reduce();
  const double communication = median_ms(world, reduce);
  const std::int64_t sample = 1'000'000;
  const double once = median_ms(world, [&] { sink = sink + compute(sample); });
  auto turns = static_cast<std::int64_t>(static_cast<double>(sample) * communication / once);
  world.broadcast(reinterpret_cast<std::byte*>(&turns), sizeof turns, 0, "turns");
  const double computation = median_ms(world, [&] { sink = sink + compute(turns); });
  const double both = median_ms(world, [&] {
    const auto pending =
        world.start_all_reduce(data, count, DType::f32, kernel::Combine::add, "measured");
    sink = sink + compute(turns);
    pending->wait();
  });
  std::vector<float> one(1);
  const double small = median_ms(world, [&] {
    for (int i = 0; i < 200; ++i) {
      world.all_reduce(reinterpret_cast<std::byte*>(one.data()), 1, DType::f32,
                       kernel::Combine::maximum, "small");
    }
  });
  if (world.rank() != 0) return 0;
  std::printf("all_reduce %.1f ms (%.2f GB/s), computation %.1f ms, both %.1f ms, hidden %.0f %%\n",
              communication, static_cast<double>(count) * 4e-6 / communication, computation, both,
              100 * (communication + computation - both) / communication);
  std::printf("all_reduce of one element %.1f us\n", small * 5);
  return 0;
}
