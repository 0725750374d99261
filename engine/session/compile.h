// SPDX-License-Identifier: Apache-2.0
// The front door of the compiler: a computation in, a program that runs and the record of how it
// came to be out.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/backends/backend.h"
#include "engine/ops/sequencing.h"
#include "engine/passes/pass.h"
#include "engine/session/record.h"

namespace ng {

// In debug builds, and where the environment has NGRAPH_VERIFY=1, as all tests do.
bool verify_by_default();

struct CompileOptions {
  PassOptions passes;                 // `disabled` also takes names of program passes
  Pipeline pipeline;                  // empty: the backend's own
  std::vector<Value> watched;         // values to store besides the results
  std::vector<OpId> watched_made;     // the same of ops that passes make: kept from there on
  // No results and no writes: what they alone need is left out, and where the rest is little it is
  // interpreted, for such a program is wanted at once.
  bool only_watched = false;
  bool keep_record = false;           // graphs of every pass, texts of kernels
  bool double_throughout = false;     // reference only: no rounding, for gradient checks
  bool verify = verify_by_default();  // the graph after every pass; else at three check points
  // Called between stages with what is done next and how far it is, 0..1; false cancels (Error of
  // kind cancelled).
  std::function<bool(const std::string& stage, double fraction)> progress;
};

// What run_pass and lowering left behind; input of make_record.
struct Compilation {
  std::string computation;
  const Backend* backend = nullptr;
  ComputationParts parts;
  std::vector<PassResult> passes;  // empty graphs unless the record is kept
  struct ProgramStage {
    std::string name, sentence, reason;
    bool enabled = true, changed = false;
    double microseconds = 0;
    LazyText before, after;  // printed programs; one text where nothing changed
  };
  std::vector<ProgramStage> program_stages;
  std::vector<OpId> kept_made;  // of watched_made, those that were made; they follow `watched`
  Graph final_graph;
  Program program;
  std::unique_ptr<Executable> executable;
  std::vector<Diagnostic> diagnostics;
  double compile_ms = 0;
};

// Compiles a computation node for a backend. Lengths of all axes must be known. Thread safe for
// different results; graphs may be shared.
std::unique_ptr<Compilation> compile(const NodePtr& computation, const Backend& backend,
                                     const CompileOptions& options);

// The plain record of a compilation (made with keep_record). Texts of LLVM IR, assembly and PTX are
// left out: see kernel_texts.
CompilationRecordPtr make_record(const Compilation& compilation);
// The kernel's record with all of its texts: compiles for display, some 20 ms a kernel.
KernelRecord kernel_texts(const Compilation& compilation, const std::string& kernel);
// The same for a kernel whose record is at hand.
void add_kernel_texts(const Compilation& compilation, KernelRecord& kernel);

}  // namespace ng
