// SPDX-License-Identifier: Apache-2.0
// A graph to a program: steps in order, a buffer for every value. The passes of phase "program" in
// program_passes.h then place and share the memory.
#pragma once

#include "engine/graph/graph.h"
#include "engine/runtime/program.h"

namespace ng {

enum class LowerAs {
  kernels,   // fused ops become kernels, large dots matrix products
  reference  // every op one step over its record's evaluate function, values rounded to their dtype
};

struct LowerOptions {
  LowerAs as = LowerAs::kernels;
  bool double_throughout = false;             // reference only: keep double, for gradient checks
  std::int64_t library_dot_flops = 1 << 15;
  bool share_small_kernels = false;           // see PassOptions
  int vector_bytes = 64;                      // of the host's widest vectors
};

// Ops without a kernel become host steps over evaluate. A deriv, assign or sequence that no pass
// has replaced is a user Error naming the pass that is missing.
Program lower_program(const Graph& graph, const std::string& name, const LowerOptions& options);

// `node` as a matrix product over dense buffers, if its operands' axes stand in two blocks.
bool as_matrix_product(const Node& dot, MatrixProduct& product);

}  // namespace ng
