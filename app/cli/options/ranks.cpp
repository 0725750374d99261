// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options/ranks.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>

#include "app/cli/cancel.h"
#include "engine/base/error.h"
#include "engine/distributed/launcher.h"
#include "engine/distributed/run_ranks.h"

namespace ng::cli {
namespace {

constexpr std::int64_t mostStages = 1024;

using Body = std::function<int(const RankMeshPtr&)>;

// This process as one rank of the launcher's.
int launched(std::vector<MeshAxis> axes, const Body& body) {
  const CommunicatorPtr world = require_world();
  try {
    fill_mesh(axes, world->size());
    return body(std::make_shared<RankMesh>(world, axes));
  } catch (const UsageError&) {
    throw;  // of all ranks: they have the same command line
  } catch (const std::exception& error) {
    world->abort(error.what());
    throw;
  }
}

int simulated(const std::vector<MeshAxis>& axes, const Body& body) {
  for (const MeshAxis& axis : axes) {
    if (!axis.ranks)
      throw UsageError("--parallel " + axis.name + ": how many ranks? Give " + axis.name +
                       "=4, or start the program by mpirun");
  }
  int code = 0;
  std::exception_ptr usage;  // of rank 0
  const auto run = [&](const CommunicatorPtr& world) {
    try {
      const int own = body(std::make_shared<RankMesh>(world, axes));
      if (world->rank() == 0) code = own;
    } catch (const UsageError&) {
      if (world->rank() == 0) usage = std::current_exception();
    }
  };
  run_ranks(mesh_size(axes), run, patience_of_threads);
  if (usage) std::rethrow_exception(usage);
  return code;
}

void warnOfEqualRuns(int processes) {
  std::fprintf(stderr,
               "ngraph: warning: each of the %d processes runs the whole; give --parallel N or "
               "--stages %d to divide it\n",
               processes, processes);
}

}  // namespace

std::vector<MeshAxis> meshAxes(const Arguments& arguments) {
  std::vector<MeshAxis> axes;
  const std::int64_t stages = arguments.integer("--stages", 1, mostStages, 0);
  const MeshAxis of_stages{std::string(stage_axis), static_cast<int>(stages)};
  const auto text = arguments.value("--parallel");
  if (!text) return stages ? std::vector{of_stages} : axes;
  try {
    for (MeshAxis& axis : mesh_axes(*text)) {
      if (axis.is_stages()) throw UsageError("--parallel: write --stages for stages");
      axes.push_back(std::move(axis));
    }
    if (stages) axes.push_back(of_stages);
    return axes;
  } catch (const Error& error) {
    throw UsageError("--parallel: " + std::string(error.what()));
  }
}

int stageOf(const Arguments& arguments) {
  const std::int64_t stages = arguments.integer("--stages", 1, mostStages, 0);
  if (arguments.has("--stage") && !stages) throw UsageError("--stage goes with --stages S");
  const std::int64_t last = stages ? stages - 1 : 0;
  return static_cast<int>(arguments.integer("--stage", 0, last, 0));
}

int onRanks(const Arguments& arguments, const Body& body) {
  const std::vector<MeshAxis> axes = meshAxes(arguments);
  const auto rank = launched_rank();
  if (axes.empty()) {
    if (rank && rank->size > 1 && rank->rank == 0) warnOfEqualRuns(rank->size);
    return body(nullptr);
  }
  const bool numbered =
      std::all_of(axes.begin(), axes.end(), [](const MeshAxis& axis) { return axis.ranks > 0; });
  return rank && (rank->size > 1 || !numbered) ? launched(axes, body) : simulated(axes, body);
}

bool anyCancelled(const RankMeshPtr& ranks) {
  auto cancelled = static_cast<std::int8_t>(cancelFlag()->load());
  if (ranks)
    ranks->world().all_reduce(reinterpret_cast<std::byte*>(&cancelled), 1, DType::i8,
                              kernel::Combine::maximum, "asking whether to stop");
  return cancelled != 0;
}

}  // namespace ng::cli
