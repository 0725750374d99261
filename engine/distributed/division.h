// SPDX-License-Identifier: Apache-2.0
// How a program is divided among ranks, as one text: the options --parallel, --stages,
// --micro-batches, --stage and --shard-state of the command line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/passes/pass_options.h"

namespace ng {

class RankStepTimes;
struct CompileOptions;

struct Division {
  std::vector<MeshAxis> axes;  // stages are the last one
  int micro_batches = 0;       // PassOptions::micro_batches
  int stage = 0;               // PassOptions::stage
  ShardState shard_state = ShardState::none;

  std::vector<MeshAxis> axes_of_graph() const;  // all but the stages
  int stages() const { return stages_of(axes); }
  void set_stages(int stages);  // up to 1: removes them, and the stage
};

// "N=2,stages=2,micro-batches=8,stage=1,shard-state=optimizer"; an empty text is one process. Value
// Error for other texts.
Division read_division(std::string_view text);
std::string division_text(const Division& division);
// The options of `ngraph` that divide a program so: "--parallel", "N=2".
std::vector<std::string> division_options(const Division& division);

// Computations compiled with `options` are divided so, with ranks as threads (rank_threads.h).
void divide_into_threads(CompileOptions& options, const Division& division,
                         std::shared_ptr<RankStepTimes> times = nullptr);

}  // namespace ng
