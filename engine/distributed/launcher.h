// SPDX-License-Identifier: Apache-2.0
// Whether this process is one of several ranks, and the communicator of all of them.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "engine/backends/backend.h"
#include "engine/runtime/ranks/communicator.h"

namespace ng {

// What an MPI launcher (mpirun, mpiexec, srun) has said in this process's environment.
struct LaunchedRank {
  std::string launcher;  // "Open MPI"
  int rank = 0, size = 1;
  int local_rank = 0;  // among the ranks of this machine; `rank` if the launcher does not say
};
std::optional<LaunchedRank> launched_rank();

// Can this installation run ranks by MPI? Does not initialise MPI.
Availability mpi_availability();

struct WorldOptions {
  // For a rank to arrive at a call, and for each transfer.
  std::chrono::milliseconds timeout = std::chrono::minutes(5);
  // Floats are combined in the order of the ranks (combine_parts.h), bit for bit as in a
  // SimulatedWorld.
  bool deterministic = true;
};

struct OpenedWorld {
  CommunicatorPtr communicator;  // null: not available
  std::string reason;            // why not
};

// The ranks of the launcher that started this process. Initialises MPI at the first call, with its
// options; later calls return the same communicator. MPI ends when the process exits; after an
// Error of a call, or if another rank waits for this one, the exit ends all ranks.
OpenedWorld open_world(const WorldOptions& options = {});
// The same; Unavailable Error that gives the reason if they cannot be reached.
CommunicatorPtr require_world();

}  // namespace ng
