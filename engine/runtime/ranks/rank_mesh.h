// SPDX-License-Identifier: Apache-2.0
// The ranks of a distributed program, arranged along named axes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/runtime/ranks/communicator.h"
#include "engine/runtime/ranks/device_exchange.h"
#include "engine/runtime/ranks/mesh_axis.h"

namespace ng {

// Ranks in row-major order of the axes: of 2 x 3 ranks, rank 4 is at (1, 1). Belongs to one rank,
// used by one thread at a time.
class RankMesh {
 public:
  // A collective call. Value Error unless the axes' product is the world's size.
  RankMesh(CommunicatorPtr world, std::vector<MeshAxis> axes);

  const std::vector<MeshAxis>& axes() const { return axes_; }
  Communicator& world() const { return *world_; }
  // The ranks that differ from this one only along the axis; an empty name: all. Value Error for
  // another name.
  Communicator& group(const std::string& axis) const;

  // Gathers what each rank's device supports: a collective call.
  void gather_support(const TransportSupport& own);
  // How the ranks of its group carry out an exchange, by the support gathered last.
  Transport transport_of(const CollectiveStep& exchange) const;
  // The connection of `device` with those of the group; null until the backend has made it.
  std::shared_ptr<DeviceConnection>& connection(const std::string& axis, const std::string& device);

  // Calls on the way, by the number of their steps, with the memory that they use. A program starts
  // and finishes them within a run.
  struct Pending {
    std::vector<std::byte> memory;
    PendingCallPtr call;
  };
  Pending& pending(int number) { return pending_[number]; }

 private:
  std::vector<int> world_ranks(const std::string& axis) const;

  CommunicatorPtr world_;
  std::vector<MeshAxis> axes_;
  std::map<std::string, CommunicatorPtr> groups_;
  std::map<int, Pending> pending_;
  std::vector<TransportSupport> support_;  // by rank of the world; empty: none was gathered
  std::map<std::string, std::shared_ptr<DeviceConnection>> connections_;
};

// Does this rank write files and lines for all? The first one does: their values are the same.
inline bool writes_for_all(const RankMesh* ranks) {
  return !ranks || ranks->world().rank() == 0;
}

}  // namespace ng
