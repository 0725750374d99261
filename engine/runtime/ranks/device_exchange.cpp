// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/device_exchange.h"

#include <cstddef>
#include <map>
#include <string_view>

#include "engine/runtime/ranks/rank_error.h"

namespace ng {

Transport common_transport(std::span<const TransportSupport> supported,
                           std::span<const int> ranks) {
  std::map<std::string_view, int> rank_of_device;
  for (std::size_t i = 0; i < supported.size(); ++i) {
    const TransportSupport& own = supported[i];
    const std::string rank = "rank " + std::to_string(ranks[i]);
    if (own.library.empty()) return {"", rank + ": " + own.reason};
    if (own.library != supported[0].library)
      return {"", rank + " has " + own.library + ", rank " + std::to_string(ranks[0]) + " has " +
                      supported[0].library};
    const auto [known, is_new] = rank_of_device.emplace(own.device, ranks[i]);
    const int pair[] = {known->second, ranks[i]};
    if (!is_new) return {"", rank_names(pair) + " share a device (" + own.device + ")"};
  }
  return supported.empty() ? Transport{"", "no rank supports another transport"}
                           : Transport{supported[0].library, ""};
}

std::string why_through_host(const CollectiveStep& exchange, int ranks) {
  switch (exchange.kind) {
    case CollectiveKind::all_reduce:
    case CollectiveKind::all_gather:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::broadcast: break;
    case CollectiveKind::shard: return "a shard exchanges nothing";
    case CollectiveKind::send:
    case CollectiveKind::receive: return "a send does not wait for its receiver";
  }
  if (exchange.ranks != 0 && exchange.ranks != ranks)
    return "made for " + std::to_string(exchange.ranks) + " ranks, the group has " +
           std::to_string(ranks);
  return ranks > 1 ? "" : "the group has one rank";
}

}  // namespace ng
