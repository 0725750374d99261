// SPDX-License-Identifier: Apache-2.0
// Entry point of the compiler: turns a computation into a program and keeps the record of the
// compilation.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/backends/backend.h"
#include "engine/ops/sequencing.h"
#include "engine/passes/pass.h"
#include "engine/records/record.h"

namespace ng {

// True in debug builds and if NGRAPH_VERIFY=1 is set, as in all tests.
bool verify_by_default();

struct CompileOptions {
  PassOptions passes;
  Pipeline pipeline;               // empty: the backend's default; program passes may be left out
  std::vector<Value> watched;      // values to store in addition to the results
  std::vector<OpId> watched_made;  // same, for ops made by passes; preserved by later passes
  // Drops results and writes and keeps only what the watched values need. Small programs are then
  // interpreted, since compiling would take longer than the one run.
  bool only_watched = false;
  bool keep_record = false;  // graphs of every pass, kernel texts
  // Only on a backend that is the oracle: no rounding, for gradient checks.
  bool double_throughout = false;
  bool verify = verify_by_default();  // after every pass; otherwise at the check points
  // Called between stages with the next stage and the fraction done, 0..1. Returns false to cancel
  // (throws a cancelled Error).
  std::function<bool(const std::string& stage, double fraction)> progress;
};

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

// Compiles a computation node for a backend. The lengths of all axes must be known. Thread safe;
// threads may share graphs.
std::unique_ptr<Compilation> compile(const NodePtr& computation, const Backend& backend,
                                     const CompileOptions& options);

// Builds the plain record of a compilation made with keep_record. LLVM IR, assembly and PTX are
// left out: see kernel_texts.
CompilationRecordPtr make_record(const Compilation& compilation);
// The kernel's record with all texts. Compiles for display, about 20 ms per kernel.
KernelRecord kernel_texts(const Compilation& compilation, const std::string& kernel);
// Adds these texts to an existing kernel record.
void add_kernel_texts(const Compilation& compilation, KernelRecord& kernel);

}  // namespace ng
