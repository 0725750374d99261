// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rank_clocks.h"

#include <cstdint>
#include <limits>

namespace ng {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int rounds = 8, tag = 1;
constexpr const char* what = "comparing clocks";

std::int64_t since(Clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

void answer(Communicator& world, Clock::time_point begin) {
  for (int round = 0; round < rounds; ++round) {
    std::int64_t time = 0;
    auto* const bytes = reinterpret_cast<std::byte*>(&time);
    world.receive(bytes, sizeof time, 0, tag, what);
    time = since(begin);
    world.send(bytes, sizeof time, 0, tag, what);
  }
}

std::chrono::nanoseconds difference_of(Communicator& world, Clock::time_point begin, int rank) {
  std::int64_t quickest = std::numeric_limits<std::int64_t>::max(), difference = 0;
  for (int round = 0; round < rounds; ++round) {
    std::int64_t time = 0;
    auto* const bytes = reinterpret_cast<std::byte*>(&time);
    const std::int64_t sent = since(begin);
    world.send(bytes, sizeof time, rank, tag, what);
    world.receive(bytes, sizeof time, rank, tag, what);
    const std::int64_t received = since(begin);
    if (received - sent >= quickest) continue;
    quickest = received - sent;
    difference = sent + quickest / 2 - time;
  }
  return std::chrono::nanoseconds(difference);
}

}  // namespace

std::vector<std::chrono::nanoseconds> clock_differences(Communicator& world,
                                                        Clock::time_point begin) {
  if (world.rank() > 0) {
    answer(world, begin);
    return {};
  }
  std::vector<std::chrono::nanoseconds> differences = {std::chrono::nanoseconds(0)};
  for (int rank = 1; rank < world.size(); ++rank)
    differences.push_back(difference_of(world, begin, rank));
  return differences;
}

}  // namespace ng
