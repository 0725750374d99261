// SPDX-License-Identifier: Apache-2.0
// What a Computation and its copies share.
#pragma once

#include "engine/session/transformer.h"

namespace ng {

struct Computation::State {
  Transformer* transformer = nullptr;  // null once it is closed
  TransformerPtr owner;                // set by executor: the computation keeps its transformer
  Op node;
  CompileOptions options;
  std::unique_ptr<Compilation> compilation;
  std::unique_ptr<BoundMemory> memory;  // null until the first call or allocate
  bool large = false;                   // call_raw uses some array where it lies; known with memory

  // Refuses a closed transformer; allocates on first use.
  BoundMemory& bind();
  const Program& program() const { return compilation->program; }
};

// Is an argument or result so large that call_raw does not copy it?
bool has_large_arrays(const Program& program);

// A value Error that names the parameters.
[[noreturn]] void refuse_count(const Compilation& compilation, std::size_t given);

}  // namespace ng
