// SPDX-License-Identifier: Apache-2.0
// All ranks of a divided program as threads of this process, behind the interface of one program.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/runtime/ranks/mesh_axis.h"

namespace ng {

struct CompileOptions;

// When the ranks ran the steps of a call in steps (Executable::run_step).
class RankStepTimes {
 public:
  using Clock = std::chrono::steady_clock;
  struct Span {
    Clock::time_point begin, end;
  };
  // The step that was run last, and when each rank ran it; without stages. Written by the thread
  // that runs the step.
  std::size_t step = 0;
  std::vector<Span> ranks;

  // A step of a rank other than the caller's, in a program with stages: they run ahead of the
  // caller's steps, or behind.
  struct Ended {
    int rank = 0, stage = 0;
    std::string step;  // its name
    Span span;
  };
  void add(Ended step);
  std::vector<Ended> take();  // those that ended since the last call
  void clear();

 private:
  std::mutex mutex_;
  std::vector<Ended> ended_;
};

// Computations compiled with these options are divided among the ranks of `axes`, and a call runs
// all of them: the caller's thread is the first rank of the stage PassOptions::stage, whose results
// are the computation's; each other rank has a thread, and memory of its own from the first call
// on. The computation's state is that of one process, so that it may be set and restored between
// calls: before a call, all ranks get their variables, or their parts of them, and after it the
// parts are joined. With fewer than two ranks, `options` stay as they are. `times` (or null)
// receives the ranks' times of single steps. Value Error for an axis without a number, or stages
// that are not the last axis.
//
// An Error of a rank ends the call of all and names the rank; the next call is not affected.
void run_ranks_as_threads(CompileOptions& options, const std::vector<MeshAxis>& axes,
                          std::shared_ptr<RankStepTimes> times = nullptr);

// The options without ranks as threads: of a program that this process computes as a whole.
CompileOptions without_rank_threads(CompileOptions options);

}  // namespace ng
