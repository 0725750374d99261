// SPDX-License-Identifier: Apache-2.0
// Lowers a graph to a program: steps in order, one buffer per value. The program passes
// (program_passes.h) then assign and share the memory.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/graph/graph.h"
#include "engine/lowering/window_step.h"
#include "engine/runtime/program.h"

namespace ng {

class OpDevices;
class RankMesh;

enum class LowerAs {
  kernels,   // fused ops become kernels, large dots become matmuls
  reference  // every op is evaluated by its reference implementation, values rounded to their dtype
};

// Types of matmuls besides float32 and float64.
struct MatmulTypes {
  bool halves = false;    // float16 and bfloat16
  bool integers = false;  // int32 and int64; int8 and uint8 with a result of int32
  bool batches = false;   // products of float32 matrices along further axes of both operands
};

struct LowerOptions {
  LowerAs as = LowerAs::kernels;
  bool double_throughout = false;  // reference only: floats are float64
  std::int64_t library_dot_flops = 1 << 15;
  bool share_small_kernels = false;  // see PassOptions
  MatmulTypes matmuls = {};          // large dots of these types become matmuls, too
  ConvolutionSteps convolutions = {};
  int vector_bytes = 64;               // width of the host's largest vectors
  const OpDevices* devices = nullptr;  // of the graph's ops; null: one device
  std::function<LowerOptions(const std::string& device)> of_device = {};  // for ops of a device
  RankMesh* ranks = nullptr;  // whose part of state the program keeps; null: it is not run
};

// Ops without a kernel become host steps. A deriv, assign or sequencing op that no pass has
// expanded is a user Error that names the missing pass.
Program lower_program(const Graph& graph, const std::string& name, const LowerOptions& options);

// `dot` as a matmul over dense buffers. Empty if an operand's axes do not form two contiguous
// blocks (free and contracted), or the dtype is neither float32 nor float64 nor one of `types`.
std::optional<Matmul> matmul_of(const Node& dot, const MatmulTypes& types = {});

}  // namespace ng
