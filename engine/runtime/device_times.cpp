// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/device_times.h"

#include <algorithm>
#include <iterator>

namespace ng {

DeviceTimes& DeviceTimes::shared() {
  static auto* times = new DeviceTimes;  // threads may run programs at exit
  return *times;
}

void DeviceTimes::add(DeviceTurn turn) {
  constexpr std::size_t most = 1'000'000;
  const std::scoped_lock lock(mutex_);
  if (turns_.size() < most) turns_.push_back(std::move(turn));
}

std::vector<DeviceTurn> DeviceTimes::take_turns() {
  const std::scoped_lock lock(mutex_);
  const auto mine = std::stable_partition(
      turns_.begin(), turns_.end(),
      [here = std::this_thread::get_id()](const DeviceTurn& turn) { return turn.caller != here; });
  std::vector<DeviceTurn> taken(std::make_move_iterator(mine),
                                std::make_move_iterator(turns_.end()));
  turns_.erase(mine, turns_.end());
  return taken;
}

std::vector<DeviceTurn> DeviceTimes::take_turns_of(const Program& program) {
  std::vector<DeviceTurn> taken = take_turns();
  std::erase_if(taken, [&program](const DeviceTurn& turn) { return turn.program != &program; });
  return taken;
}

}  // namespace ng
