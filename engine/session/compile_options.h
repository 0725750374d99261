// SPDX-License-Identifier: Apache-2.0
// How a computation is compiled.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/op.h"
#include "engine/passes/pass_options.h"

namespace ng {

class Backend;
class Executable;
class RankMesh;
struct Program;

// True in debug builds and if NGRAPH_VERIFY=1 is set, as in all tests.
bool verify_by_default();

// Makes the executable of `program`, which outlives it, `at_once` without compiling; `progress` is
// Backend::Progress. `stages`: the programs of all stages, with null for `program` itself; empty
// without stages. State that the ranks of the program keep in parts or on one stage is whole in the
// buffers of a call.
using MakeExecutable = std::function<std::unique_ptr<Executable>(
    const Backend& backend, const Program& program, std::span<const Program* const> stages,
    const std::function<bool(double)>& progress, bool at_once)>;

struct CompileOptions {
  PassOptions passes;
  Pipeline pipeline;               // empty: the backend's default; program passes may be left out
  std::vector<Value> watched;      // values to store in addition to the results
  std::vector<OpId> watched_made;  // same, for ops made by passes; preserved by later passes
  // Drops results and writes and keeps only what the watched values need. Small programs are then
  // interpreted, since compiling would take longer than the one run.
  bool only_watched = false;
  bool keep_record = false;  // graphs of every pass, kernel texts
  // Only on a backend that is the oracle: floats are not rounded, for gradient checks.
  bool double_throughout = false;
  // The ranks among which the program is divided along the mesh's axes (PassOptions::ranks); null:
  // this process alone.
  std::shared_ptr<RankMesh> ranks;
  // Instead of Backend::compile or Backend::interpret; empty: these. See
  // engine/distributed/rank_threads.h.
  MakeExecutable make_executable;
  bool verify = verify_by_default();  // after every pass; otherwise at the check points
  // Called between stages with the next stage and the fraction done, 0..1. Returns false to cancel
  // (throws a cancelled Error).
  std::function<bool(const std::string& stage, double fraction)> progress;
};

}  // namespace ng
