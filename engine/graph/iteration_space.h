// SPDX-License-Identifier: Apache-2.0
// The loops that the ops of a fused op share, as fuse decided them: part of the fused op, so that
// lowering and everything after it uses that decision.
#pragma once

#include <vector>

#include "engine/graph/op_def.h"

namespace ng {

struct IterationLoop {
  Axis axis;  // of the op that added the loop; names the loop in kernel text
  std::int64_t extent = 1;
  bool inner = false;
};

struct OpIteration {
  IndexMap result;           // index map of the result
  std::vector<int> reduced;  // of a reduction or dot: the loop of each reduced axis
};

struct IterationSpace {
  std::vector<IterationLoop> loops;
  std::vector<OpIteration> ops;  // in the order of Body::order
};

}  // namespace ng
