// SPDX-License-Identifier: Apache-2.0
// A compiled computation, with what its passes and lowering made.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backends/backend.h"
#include "engine/ops/sequencing.h"
#include "engine/passes/pass.h"

namespace ng {

// Output of the passes and of lowering; input of make_record.
struct Compilation {
  std::string computation;
  const Backend* backend = nullptr;
  ComputationParts parts;
  std::vector<PassResult> passes;  // of both phases; without graphs and texts unless recorded
  std::vector<OpId> kept_made;     // the ops of watched_made that exist; they follow `watched`
  Graph final_graph;
  Program program;
  std::unique_ptr<Executable> executable;
  std::vector<Diagnostic> diagnostics;
  double compile_ms = 0;
};

}  // namespace ng
