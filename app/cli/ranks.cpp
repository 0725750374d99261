// SPDX-License-Identifier: Apache-2.0
#include "app/cli/ranks.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "app/cli/cancel.h"
#include "engine/base/error.h"
#include "engine/distributed/launcher.h"
#include "engine/distributed/run_ranks.h"

namespace ng::cli {
namespace {

constexpr int mostRanks = 16384;

int numberOf(const std::string& text, const std::string& axis) {
  int ranks = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ranks);
  if (error != std::errc() || end != text.data() + text.size() || ranks < 1 || ranks > mostRanks)
    throw UsageError("--parallel " + axis + "=" + text + ": the number of ranks must be 1 to " +
                     std::to_string(mostRanks));
  return ranks;
}

// "N=2,H=2". An axis without a number has 0 ranks: as many as are left.
std::vector<MeshAxis> axesOf(const std::string& text) {
  std::vector<MeshAxis> axes;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t sign = part.find('=');
    const std::string name = part.substr(0, sign);
    if (name.empty())
      throw UsageError("--parallel takes axes of the graph: N, N=4 or N=2,H=2, not '" + text + "'");
    axes.push_back({name, sign == std::string::npos ? 0 : numberOf(part.substr(sign + 1), name)});
    begin = end + 1;
  }
  return axes;
}

// Gives the axis without a number the ranks that the others leave.
void fill(std::vector<MeshAxis>& axes, int world) {
  int known = 1;
  MeshAxis* open = nullptr;
  for (MeshAxis& axis : axes) {
    if (axis.ranks) {
      known *= axis.ranks;
    } else if (open) {
      throw UsageError("--parallel: give the number of ranks of '" + open->name + "' or '" +
                       axis.name + "'");
    } else {
      open = &axis;
    }
  }
  if (open) open->ranks = std::max(1, world / known);
}

int simulated(const std::vector<MeshAxis>& axes,
              const std::function<int(const RankMeshPtr&)>& body) {
  int ranks = 1, code = 0;
  for (const MeshAxis& axis : axes) {
    if (!axis.ranks)
      throw UsageError("--parallel " + axis.name + ": how many ranks? Give " + axis.name +
                       "=4, or start the program by mpirun");
    ranks *= axis.ranks;
  }
  run_ranks(ranks, [&](const CommunicatorPtr& world) {
    const int own = body(std::make_shared<RankMesh>(world, axes));
    if (world->rank() == 0) code = own;
  });
  return code;
}

// This process as one rank of the launcher's.
int launched(std::vector<MeshAxis> axes, const std::function<int(const RankMeshPtr&)>& body) {
  const OpenedWorld world = open_world();
  if (!world.communicator) {
    Diagnostic diagnostic;
    diagnostic.what = "the ranks of the launcher cannot be reached";
    diagnostic.found = world.reason;
    diagnostic.action = "start one process; --parallel N=4 then runs its ranks as threads";
    refuse(ErrorKind::unavailable, std::move(diagnostic));
  }
  try {
    fill(axes, world.communicator->size());
    return body(std::make_shared<RankMesh>(world.communicator, axes));
  } catch (const std::exception& error) {
    world.communicator->abort(error.what());
    throw;
  }
}

}  // namespace

std::vector<OptionSpec> withRankOptions(std::vector<OptionSpec> own) {
  own.push_back({"--parallel", "A=R",
                 "divide axis A of the graph among R ranks, as in N=4 or N=2,H=2: threads of this "
                 "process, or those of mpirun"});
  return own;
}

int onRanks(const Arguments& arguments, const std::function<int(const RankMeshPtr& ranks)>& body) {
  const auto text = arguments.value("--parallel");
  if (!text) return body(nullptr);
  if (launched_rank()) return launched(axesOf(*text), body);
  return simulated(axesOf(*text), body);
}

bool anyCancelled(const RankMeshPtr& ranks) {
  auto cancelled = static_cast<std::int8_t>(cancelFlag()->load());
  if (ranks)
    ranks->world().all_reduce(reinterpret_cast<std::byte*>(&cancelled), 1, DType::i8,
                              kernel::Combine::maximum, "asking whether to stop");
  return cancelled != 0;
}

}  // namespace ng::cli
