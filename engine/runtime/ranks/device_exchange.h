// SPDX-License-Identifier: Apache-2.0
// Exchanges between the memories of devices, without the host: what the device of a rank supports,
// and the transport that a group of ranks has in common.
#pragma once

#include <span>
#include <string>

#include "engine/runtime/ranks/collective_step.h"

namespace ng {

// The transport that the device of one rank supports.
struct TransportSupport {
  std::string library;  // "NCCL 2.27.3"; empty: values pass through the host
  std::string device;   // unique among all machines: "node1, GPU 0"
  std::string reason;   // why there is no library
};

// How the ranks of a group exchange values.
struct Transport {
  std::string library;  // empty: through the host
  std::string reason;   // why through the host
  bool by_device() const { return !library.empty(); }
};

// All ranks need the same library, and a device of their own. `ranks`: the numbers of the ranks,
// for the reason.
Transport common_transport(std::span<const TransportSupport> supported, std::span<const int> ranks);

// Why a library of devices cannot carry out this exchange in a group of `ranks` ranks; empty if it
// can. A send must not wait for its receiver, as theirs does; a shard exchanges nothing.
std::string why_through_host(const CollectiveStep& exchange, int ranks);

// A connection of one rank's device with those of its group, which RankMesh keeps for the backend.
class DeviceConnection {
 public:
  virtual ~DeviceConnection() = default;
};

}  // namespace ng
