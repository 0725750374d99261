// SPDX-License-Identifier: Apache-2.0
// A kernel with its texts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/enum_names.h"
#include "engine/base/op_id.h"
#include "engine/runtime/gpu_use.h"

namespace ng {

// library: a call, such as a dot by oneDNN; reference: the op's reference implementation; loop: has
// no kernel of its own, the kernels of its body are listed; collective: ranks exchange values. Only
// generated kernels have texts.
enum class KernelKind { generated, library, copy, reference, loop, collective };
constexpr auto names_of(KernelKind) {
  return std::to_array<std::string_view>(
      {"generated", "library", "copy", "reference", "loop", "collective"});
}

// A line of a text (1-based) and the ops that it computes.
struct LineOps {
  int line = 0;
  std::vector<OpId> ops;
};

struct KernelText {
  std::string text;  // empty if unavailable; `absent` says why
  std::string absent;
  std::vector<LineOps> lines;
};

struct KernelRecord {
  OpId id = 0;       // the fused op's id
  std::string name;  // "k0"
  KernelKind kind = KernelKind::generated;
  std::string library;                     // "oneDNN", "Eigen"; empty unless it is a library call
  std::vector<OpId> ops;                   // inside the kernel, in order of computation
  std::vector<std::string> reads, writes;  // buffer names
  KernelText source, cuda, llvm_ir, assembly, ptx, sass;
  std::optional<GpuUse> gpu_use;  // absent: not compiled for a GPU
  std::string loops;              // "N 128 (16 lanes) ▸ C 4 (reduce)"
  std::int64_t flops = 0, bytes = 0;
  double compile_ms = 0;
  bool cached = false;
  std::optional<double> microseconds;  // measured mean per launch
  std::int64_t launches = 0;
  std::string device = {};  // as BufferRecord::device
};

}  // namespace ng
