// SPDX-License-Identifier: Apache-2.0
// Finds and opens the MPI plugin.
#pragma once

#include <string>

#include "engine/distributed/mpi/plugin/abi.h"

namespace ng {

struct MpiLibrary {
  const NgraphMpiApi* api = nullptr;
  std::string reason;  // why there is none
};

// The plugin: that of the environment variable NGRAPH_MPI_PLUGIN, or libngraph_mpi.so in or next to
// the folder of the engine or the program. Opened once for the process; MPI is not initialised.
const MpiLibrary& mpi_library();

}  // namespace ng
