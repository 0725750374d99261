// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/launcher.h"

#include <stdlib.h>

#include <array>
#include <charconv>
#include <cstring>
#include <mutex>

#include "engine/base/error.h"
#include "engine/distributed/mpi/mpi_communicator.h"
#include "engine/distributed/mpi/mpi_library.h"
#include "engine/distributed/mpi/mpi_process.h"

namespace ng {
namespace {

struct LauncherRow {
  const char* name;
  const char* rank;
  const char* size;
  const char* local_rank;
};
constexpr std::array launchers = {
    LauncherRow{"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                "OMPI_COMM_WORLD_LOCAL_RANK"},
    LauncherRow{"MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE",
                "MV2_COMM_WORLD_LOCAL_RANK"},
    LauncherRow{"PMI", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"},
    LauncherRow{"Slurm with PMIx", "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"},
};

std::optional<int> number_in(const char* variable) {
  const char* text = getenv(variable);
  if (!text) return std::nullopt;
  int value = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

OpenedWorld open(const WorldOptions& options) {
  const auto launched = launched_rank();
  if (!launched) {
    return {nullptr,
            "this process was not started by an MPI launcher: start it with mpirun -n 2 …"};
  }
  OpenedWorld opened;
  MpiProcess* process = MpiProcess::start(options.timeout, opened.reason);
  if (!process) return opened;
  CommunicatorPtr world = mpi_world(*process, options.deterministic);
  if (world->size() != launched->size) {
    opened.reason = "the launcher (" + launched->launcher + ") has started " +
                    std::to_string(launched->size) + " ranks, but " + process->library() +
                    " knows " + std::to_string(world->size()) + ": use the launcher of that MPI";
    return opened;
  }
  opened.communicator = std::move(world);
  return opened;
}

}  // namespace

std::optional<LaunchedRank> launched_rank() {
  for (const LauncherRow& row : launchers) {
    const auto rank = number_in(row.rank), size = number_in(row.size);
    if (!rank || !size || *rank < 0 || *rank >= *size) continue;
    auto local = number_in(row.local_rank);
    if (!local) local = number_in("SLURM_LOCALID");  // srun starts ranks with PMI, too
    return LaunchedRank{row.name, *rank, *size, local && *local >= 0 ? *local : *rank};
  }
  return std::nullopt;
}

Availability mpi_availability() {
  const MpiLibrary& library = mpi_library();
  if (!library.api) return {false, {}, library.reason};
  return {true, library.api->library(), {}};
}

OpenedWorld open_world(const WorldOptions& options) {
  static std::mutex mutex;
  static auto* opened = new std::optional<OpenedWorld>;  // MPI ends before static objects do
  const std::scoped_lock lock(mutex);
  if (!*opened) *opened = open(options);
  return **opened;
}

CommunicatorPtr require_world() {
  const OpenedWorld world = open_world();
  if (world.communicator) return world.communicator;
  const std::optional<LaunchedRank> launched = launched_rank();
  Diagnostic diagnostic;
  diagnostic.what =
      "the ranks of " + (launched ? launched->launcher : "the launcher") + " cannot be reached";
  diagnostic.found = world.reason;
  diagnostic.action = "install MPI, or start one process, whose ranks can be threads";
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

}  // namespace ng
