// SPDX-License-Identifier: Apache-2.0
// How much memory each rank of a divided program has.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct CompileOptions;
struct Program;

// Ranks of one stage have programs of the same size.
struct StageBytes {
  std::int64_t temporaries = 0;  // the pool, at its peak
  std::int64_t other = 0;        // state, inputs, results and constants
  std::int64_t total() const { return temporaries + other; }
};

// `stages`: see MakeExecutable. One row without stages.
std::vector<StageBytes> bytes_of_stages(const Program& program,
                                        std::span<const Program* const> stages);

// A rank, and the memory of its stage.
struct RankBytes {
  int rank = 0, stage = 0;
  StageBytes bytes;
};
// Stages are the last axis of the ranks; none if `stages` is empty.
std::vector<RankBytes> bytes_of_ranks(const std::vector<StageBytes>& stages, int ranks);

// Of a computation compiled so, with PassOptions::ranks; no kernel is compiled.
std::vector<StageBytes> bytes_of_stages(const Op& computation, const std::string& transformer,
                                        CompileOptions options);

}  // namespace ng
