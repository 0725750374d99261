// SPDX-License-Identifier: Apache-2.0
// All ranks of a divided program as threads of this process, behind the interface of one program.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <vector>

#include "engine/runtime/ranks/mesh_axis.h"

namespace ng {

struct CompileOptions;

// When each rank began and ended the step that was run last (Executable::run_step). Written by the
// thread that runs the step.
struct RankStepTimes {
  using Clock = std::chrono::steady_clock;
  struct Span {
    Clock::time_point begin, end;
  };
  std::size_t step = 0;
  std::vector<Span> ranks;
};

// Computations compiled with these options are divided among the ranks of `axes`, and a call runs
// all of them: the caller's thread is rank 0, whose results and state are the computation's; each
// other rank has a thread, and memory of its own from the first call on. Before a call, all ranks
// get the variables of rank 0, so that state may be set and restored as in a program of one
// process. With fewer than two ranks, `options` stay as they are. `times` (or null) receives the
// ranks' times of single steps. Value Error for an axis without a number; compiling throws one for
// stages and state in parts.
//
// An Error of a rank ends the call of all and names the rank; the next call is not affected.
void run_ranks_as_threads(CompileOptions& options, const std::vector<MeshAxis>& axes,
                          std::shared_ptr<RankStepTimes> times = nullptr);

// The options without ranks as threads: of a program that this process computes as a whole.
CompileOptions without_rank_threads(CompileOptions options);

}  // namespace ng
