// SPDX-License-Identifier: Apache-2.0
// The communicator over MPI.
#pragma once

#include "engine/distributed/mpi/mpi_process.h"
#include "engine/runtime/ranks/communicator.h"

namespace ng {

// All ranks of the process's world. `deterministic`: floats are combined in the order of the ranks
// (combine_parts.h), bit for bit as in a SimulatedWorld; else sums and products of float32 and
// float64 are in MPI's order and type.
CommunicatorPtr mpi_world(MpiProcess& process, bool deterministic);

}  // namespace ng
