// SPDX-License-Identifier: Apache-2.0
// Ranks as threads of one process: the oracle of collectives, and tests without MPI.
#pragma once

#include <chrono>
#include <memory>

#include "engine/runtime/ranks/communicator.h"

namespace ng {

namespace simulated {
struct World;
struct Group;
}  // namespace simulated

// A world of `size` ranks, each of which one thread uses. Deterministic: values are combined in
// the order of the ranks (combine_parts.h). Differing calls, a rank whose communicator is destroyed
// while others wait for it, and a rank that does not arrive in time fail the whole world: all
// present and later calls of all ranks throw. Communicators may outlive the SimulatedWorld.
class SimulatedWorld {
 public:
  explicit SimulatedWorld(int size, std::chrono::milliseconds timeout = std::chrono::minutes(1));

  // The world as rank `rank` sees it; once for each rank.
  CommunicatorPtr communicator(int rank);

 private:
  std::shared_ptr<simulated::World> world_;
  std::shared_ptr<simulated::Group> all_;
};

}  // namespace ng
