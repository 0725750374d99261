// SPDX-License-Identifier: Apache-2.0
// Exchanges between the memories of devices, without the host: what a rank offers, and what a group
// of ranks has agreed on.
#pragma once

#include <span>
#include <string>

#include "engine/runtime/ranks/collective_step.h"

namespace ng {

// What the device of one rank can do.
struct ExchangeOffer {
  std::string library;  // "NCCL 2.27.3"; empty: values pass through the host
  std::string device;   // unique among all machines: "node1, GPU 0"
  std::string reason;   // why there is no library
};

// How the ranks of a group exchange values.
struct ExchangeWay {
  std::string library;  // empty: through the host
  std::string reason;   // why through the host
  bool by_device() const { return !library.empty(); }
};

// All ranks need the same library, and a device of their own. `ranks`: the numbers of the ranks,
// for the reason.
ExchangeWay agreed_way(std::span<const ExchangeOffer> offers, std::span<const int> ranks);

// Why a library of devices cannot carry out this exchange in a group of `ranks` ranks; empty if it
// can. A send must not wait for its receiver, as theirs does; a shard exchanges nothing.
std::string why_through_host(const CollectiveStep& exchange, int ranks);

// A connection of one rank's device with those of its group, which RankMesh keeps for the backend.
class DeviceConnection {
 public:
  virtual ~DeviceConnection() = default;
};

}  // namespace ng
