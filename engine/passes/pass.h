// SPDX-License-Identifier: Apache-2.0
// A pass (a function from graph to graph, or on a program), its context, and the record of one run.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/passes/pass_options.h"
#include "engine/records/lazy_text.h"
#include "engine/records/pass_phase.h"

namespace ng {

class Backend;
struct Program;

// One application of a rule: ops removed and added.
struct Rewrite {
  std::string rule;
  std::vector<OpId> removed, added;
  double microseconds = 0;
};

// Where the elements of an op's results are, in words, by the axis of the rank mesh.
using OpPlacements = std::map<OpId, std::map<std::string, std::string>>;

// Options, in; rewrites, diagnostics and placements, out.
struct PassContext {
  const PassOptions& options;
  std::vector<Rewrite> rewrites;
  std::vector<Diagnostic> diagnostics;
  std::string loop;              // the scan whose body is the graph; empty: the computation itself
  OpPlacements placements = {};  // of a divided graph; others are whole on every rank
  // Ops by which a derivative of the graph is taken: they stay between their readers and operands.
  std::set<OpId> derived_by = {};
  bool rule_enabled(std::string_view rule) const {
    return !options.disabled.count(std::string(rule));
  }
};

struct Pass {
  std::string_view name;
  std::string_view sentence;  // before -> after
  PassPhase phase;
  std::string_view condition;                          // when it runs; empty: always
  std::string_view reason;                             // for its position in the pipeline
  Graph (*run)(const Graph&, PassContext&) = nullptr;  // of phase graph
  void (*change)(Program&, const Backend&) = nullptr;  // of phase program
  // Of phase program: what a program is without the pass, and what makes it so if doing nothing
  // does not. A graph without a graph pass is as it was.
  std::string_view without = {};
  void (*instead)(Program&) = nullptr;
  bool required = false;     // cannot be disabled: the program would be wrong without it
  bool check_point = false;  // its result is verified also in release builds
  std::vector<std::string_view> rules = {};  // can be disabled individually, by name
  std::string_view formerly = {};  // its name in earlier versions, which is still accepted

  bool is_called(std::string_view other) const {
    return name == other || (!formerly.empty() && formerly == other);
  }
  bool is_disabled(const PassOptions& options) const {
    return options.disabled.count(std::string(name)) > 0 ||
           (!formerly.empty() && options.disabled.count(std::string(formerly)) > 0);
  }
};

struct PassResult {
  const Pass* pass = nullptr;
  bool enabled = true, changed = false;
  std::vector<std::string_view> disabled_rules;
  double microseconds = 0;
  Graph before, after;                     // of graph passes
  LazyText program_before, program_after;  // of program passes, printed; if texts are kept
  std::vector<Rewrite> rewrites;
  std::vector<Diagnostic> diagnostics;
  OpPlacements placements;
};

// check_points: verify only after passes with Pass::check_point.
enum class Verify { check_points, always };

// Runs a pass unless it is disabled; times, verifies and records it. An invalid result is an
// internal Error that names the pass and all faults. Must run within a CreationCounter.
PassResult run_pass(const Pass& pass, const Graph& graph, const PassOptions& options,
                    Verify verify);
// The same for a program, which it changes.
struct ProgramRun {
  const Backend& backend;
  const PassOptions& options;
  Verify verify = Verify::check_points;
  bool keep_texts = false;
  LazyText before = {};  // the program as printed after the pass before; empty: not printed yet
};
PassResult run_pass(const Pass& pass, Program& program, const ProgramRun& run);

Pipeline default_pipeline();
// Of the graph passes only the required ones and stable_patterns: for the reference transformer.
Pipeline reference_pipeline();
// Throws a value Error if the order would change the meaning of graphs. Required order:
// derivatives, then SSA of state, then rules that move ops, then fuse, then program passes in the
// order of the table.
void check_pipeline(const Pipeline& pipeline);
// The passes of one phase.
Pipeline passes_of(const Pipeline& pipeline, PassPhase phase);
// With all program passes: a pipeline need only name graph passes.
Pipeline with_program_passes(const Pipeline& pipeline);
// All passes.
const Pipeline& pass_table();
const Pass* find_pass(std::string_view name);

}  // namespace ng
