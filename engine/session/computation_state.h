// SPDX-License-Identifier: Apache-2.0
// State that a Computation shares with its copies.
#pragma once

#include <chrono>
#include <functional>

#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"
#include "engine/session/compile_options.h"
#include "engine/session/observer.h"

namespace ng {

struct Computation::State {
  Transformer* transformer = nullptr;  // null after close
  TransformerPtr owner;                // set by executor(), whose computation owns its transformer
  Op node;
  CompileOptions options;
  // Shared with the computations that add_compiled() made of this one.
  std::shared_ptr<Compilation> compilation;
  std::unique_ptr<BoundMemory> memory;  // null until the first call or allocate
  bool large = false;                   // call_raw uses some array in place; valid with memory
  bool compared = false;                // the arguments of the first call, with other ranks

  std::chrono::duration<double> step_time{};  // time of the steps of an observed call

  // Throws if the transformer is closed; allocates on first use.
  BoundMemory& bind();
  const Program& program() const { return compilation->program; }
};

// One run as reported to the observer. Does nothing without an observer.
class ObservedRun {
 public:
  explicit ObservedRun(const Computation& computation);
  // Runs, and advances the state versions. A run that throws ends in rethrow_failed_run.
  void run(Executable& executable, std::byte* const* table, BoundMemory& memory);
  // `ran` is called after each step, if it is not empty.
  void run_steps(Executable& executable, std::byte* const* table, BoundMemory& memory,
                 const std::function<void(std::size_t)>& ran);
  void ran(BoundMemory& memory);  // after a successful run

 private:
  bool wants_steps() const;

  Observer* observer_;
  const Computation& computation_;
  std::chrono::steady_clock::time_point start_;
};

// Is an argument or result so large that call_raw uses it without copying?
bool has_large_arrays(const Program& program);

// Throws a value Error that names the parameters.
[[noreturn]] void refuse_count(const Compilation& compilation, std::size_t given);

}  // namespace ng
