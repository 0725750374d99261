// SPDX-License-Identifier: Apache-2.0
// What a Computation and its copies share.
#pragma once

#include <chrono>

#include "engine/session/observer.h"

namespace ng {

struct Computation::State {
  Transformer* transformer = nullptr;  // null once it is closed
  TransformerPtr owner;                // set by executor: the computation keeps its transformer
  Op node;
  CompileOptions options;
  std::unique_ptr<Compilation> compilation;
  std::unique_ptr<BoundMemory> memory;  // null until the first call or allocate
  bool large = false;                   // call_raw uses some array where it lies; known with memory

  std::chrono::duration<double> step_time{};  // of the call in steps, while somebody looks on

  // Refuses a closed transformer; allocates on first use.
  BoundMemory& bind();
  const Program& program() const { return compilation->program; }
};

// One run as an observer sees it. Nothing where there is none.
class ObservedRun {
 public:
  explicit ObservedRun(const Computation& computation);
  // Runs and moves the versions of state on; those of a run that throws as rethrow_failed_run says.
  void run(Executable& executable, std::byte* const* table, BoundMemory& memory);
  void ran();  // not when the run failed

 private:
  void run_steps(Executable& executable, std::byte* const* table, BoundMemory& memory,
                 std::size_t first);

  Observer* observer_;
  const Computation& computation_;
  std::chrono::steady_clock::time_point start_;
};

// Is an argument or result so large that call_raw does not copy it?
bool has_large_arrays(const Program& program);

// A value Error that names the parameters.
[[noreturn]] void refuse_count(const Compilation& compilation, std::size_t given);

}  // namespace ng
