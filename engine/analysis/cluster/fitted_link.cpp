// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/cluster/fitted_link.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"

namespace ng {
namespace {

constexpr double smallest_latency = 1e-3, slowest = 1e-6, fastest = 1e6;  // µs, GB/s

// The sums of the normal equations of latency and time per byte.
struct Sums {
  double aa = 0, ab = 0, bb = 0, a = 0, b = 0;
  // `latencies` and `bytes` of an exchange that takes `time`.
  void add(double latencies, double bytes, double time) {
    latencies /= time, bytes /= time;
    aa += latencies * latencies, ab += latencies * bytes, bb += bytes * bytes;
    a += latencies, b += bytes;
  }
  Link solved() const {
    const double determinant = aa * bb - ab * ab;
    if (!(determinant > 0)) return {a / aa, fastest};
    const double latency = (a * bb - b * ab) / determinant;
    const double per_byte = (b * aa - a * ab) / determinant;  // µs
    return {std::max(latency, smallest_latency),
            per_byte > 0 ? std::clamp(1e-3 / per_byte, slowest, fastest) : fastest};
  }
};

}  // namespace

Link fitted_link(std::span<const MeasuredExchange> measured, int ranks) {
  if (measured.size() < 2 || ranks < 2) {
    Diagnostic diagnostic;
    diagnostic.what = "latency and bandwidth cannot be found";
    diagnostic.found = std::to_string(measured.size()) + " measured exchanges of " +
                       std::to_string(ranks) + " ranks";
    diagnostic.expected = "exchanges of at least two sizes, of at least two ranks";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  // Which algorithm is the cheapest depends on the link: repeat with the one found.
  Link link = {10, 1};
  for (int round = 0; round < 20; ++round) {
    const Cluster cluster = {ranks, link, link};
    Sums sums;
    for (const MeasuredExchange& each : measured) {
      const ExchangeCost cost = exchange_cost(cluster, group_layout(cluster, ranks, 1),
                                              CollectiveKind::all_reduce, each.bytes);
      sums.add(cost.latency_us / link.latency_us,
               cost.transfer_us * link.gigabytes_per_second * 1e3, each.microseconds);
    }
    link = sums.solved();
  }
  return link;
}

}  // namespace ng
