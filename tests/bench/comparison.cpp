// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/comparison.h"

#include <cmath>
#include <stdexcept>

namespace ng::bench {

void require_equal(const std::string& who, const std::vector<double>& theirs,
                   const std::vector<double>& ours, double tolerance) {
  bool same = theirs.size() == ours.size();
  for (std::size_t i = 0; same && i < ours.size(); ++i) {
    same = std::abs(theirs[i] - ours[i]) <= tolerance * (std::abs(theirs[i]) + 0.1);
  }
  if (!same) throw std::runtime_error(who + " computes different values");
}

Contender contender(Peer& peer, const std::string& what) {
  return {peer.name(), [&peer, what](std::int64_t calls) { return peer.seconds(what, calls); }};
}

void compare(const std::string& what, const std::vector<Contender>& contenders, int rounds,
             Report& report) {
  const std::vector<double> times = medians(contenders, rounds);
  if (contenders.size() == 1) report.rows.push_back({what, times[0], "", 0});
  for (std::size_t i = 1; i < contenders.size(); ++i) {
    report.rows.push_back({what, times[0], contenders[i].name, times[i]});
  }
}

}  // namespace ng::bench
