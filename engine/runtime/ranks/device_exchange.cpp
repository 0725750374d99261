// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/device_exchange.h"

#include <cstddef>
#include <map>
#include <string_view>

#include "engine/runtime/ranks/rank_error.h"

namespace ng {

ExchangeWay agreed_way(std::span<const ExchangeOffer> offers, std::span<const int> ranks) {
  std::map<std::string_view, int> rank_of_device;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const ExchangeOffer& offer = offers[i];
    const std::string rank = "rank " + std::to_string(ranks[i]);
    if (offer.library.empty()) return {"", rank + ": " + offer.reason};
    if (offer.library != offers[0].library)
      return {"", rank + " has " + offer.library + ", rank " + std::to_string(ranks[0]) + " has " +
                      offers[0].library};
    const auto [known, is_new] = rank_of_device.emplace(offer.device, ranks[i]);
    const int pair[] = {known->second, ranks[i]};
    if (!is_new) return {"", rank_names(pair) + " share a device (" + offer.device + ")"};
  }
  return offers.empty() ? ExchangeWay{"", "no rank has offered another way"}
                        : ExchangeWay{offers[0].library, ""};
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
