// SPDX-License-Identifier: Apache-2.0
// Which passes run, and their limits.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/enum_names.h"
#include "engine/runtime/ranks/mesh_axis.h"

namespace ng {

struct Pass;
struct DeviceChoices;

// The state of which a rank keeps a part only. optimizer: what is not trained, such as momentum
// (ZeRO stages 1 and 2); all: weights too (stage 3, Rajbhandari et al., 2020).
enum class ShardState { none, optimizer, all };
constexpr auto names_of(ShardState) {
  return std::to_array<std::string_view>({"none", "optimizer", "all"});
}

struct PassOptions {
  std::set<std::string> disabled;            // names of passes and of rules
  std::int64_t library_dot_flops = 1 << 15;  // dots of at least this many FLOP call a library
  std::int64_t fold_limit = 4096;            // most elements of a folded constant
  bool share_small_kernels = false;          // runs even small kernels in parallel, for tests
  // The backend convolves images with the batch first; set by compile().
  bool batch_first = false;
  // The graph's axes that are divided among ranks; set by compile() from CompileOptions::ranks.
  std::vector<MeshAxis> ranks;
  // By id of a variable or other state, the stage that keeps it; none: every stage. Passes add the
  // state of the first computation that has it, so that all computations of a transformer agree.
  // Null: every stage keeps all state. Set by Transformer::add_computation.
  std::shared_ptr<std::map<std::uint64_t, std::optional<int>>> state_stages = {};
  // The devices of ops, for a backend that runs programs on several; null: there is one. Set by
  // compile().
  std::shared_ptr<const DeviceChoices> devices = {};
  // By id of a variable or placeholder, the device that keeps it. Passes add the state of the first
  // computation that has it. Set by Transformer::add_computation.
  std::shared_ptr<std::map<std::uint64_t, std::string>> state_devices = {};
  // The stage of this process among those of the mesh axis `stage_axis`; set by compile().
  int stage = 0;
  // Equal parts of the batch that pass through the stages one after the other; 0: the largest
  // divisor of the batch up to twice the number of stages.
  int micro_batches = 0;
  // Divided among the ranks of one mesh axis (planned_placement, state_axis).
  ShardState shard_state = ShardState::none;
  // An axis that the graph lacks, or whose length the ranks do not divide, is computed whole by
  // every rank; otherwise it is an error.
  bool whole_if_indivisible = false;
};

// The passes of a transformer, in order: graph passes, then program passes. A value that can be
// copied and edited.
using Pipeline = std::vector<const Pass*>;

}  // namespace ng
