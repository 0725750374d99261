// SPDX-License-Identifier: Apache-2.0
// A pass: graph in, graph out, one idea. And what happened when one ran.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/graph/graph.h"

namespace ng {

// One application of a rule: which ops went, which came.
struct Rewrite {
  std::string rule;
  std::vector<OpId> removed, added;
  double microseconds = 0;
};

struct PassOptions {
  std::set<std::string> disabled;             // names of passes and of rules
  std::int64_t library_dot_flops = 1 << 15;   // from here on a dot is a library call, not loops
  std::int64_t fold_limit = 4096;             // elements of the largest constant that folding makes
  bool share_small_kernels = false;           // among threads, however little they do: for tests
};

// What a pass is given besides the graph: options in, rewrites and diagnostics out.
struct PassContext {
  const PassOptions& options;
  std::vector<Rewrite> rewrites;
  std::vector<Diagnostic> diagnostics;
  std::string loop;  // the scan whose step is the graph; empty: the computation itself
  bool rule_enabled(std::string_view rule) const {
    return !options.disabled.count(std::string(rule));
  }
};

struct Pass {
  std::string_view name;
  std::string_view sentence;  // before -> after
  std::string_view phase;     // "graph" here; lowering adds the steps of phase "program"
  std::string_view condition; // when it runs, in words; empty: always
  std::string_view reason;    // why it stands at its place in the pipeline
  Graph (*run)(const Graph&, PassContext&);
  bool required = false;      // the program is wrong without it: it cannot be switched off
  bool check_point = false;   // the graph is verified after it in release builds too
  std::vector<std::string_view> rules = {};  // that can be switched off one by one, by name
};

struct PassResult {
  const Pass* pass = nullptr;
  bool enabled = true, changed = false;
  std::vector<std::string_view> disabled_rules;
  double microseconds = 0;
  Graph before, after;
  std::vector<Rewrite> rewrites;
  std::vector<Diagnostic> diagnostics;
};

// check_points: after passes whose row says so, in release builds.
enum class Verify { check_points, always };

// Skip, time, run, verify. An unsound graph after the pass is an internal Error naming the pass and
// every fault. Must run within a CreationCounter.
PassResult run_pass(const Pass& pass, const Graph& graph, const PassOptions& options,
                    Verify verify);

// The passes of a transformer, in order. A value: copy, reorder, cut and extend it.
using Pipeline = std::vector<const Pass*>;
Pipeline default_pipeline();
// Only what the meaning of the graph needs: for the reference transformer.
Pipeline reference_pipeline();
// A value Error for an order in which graphs would change their meaning: derivatives first, then
// the versions of state, then rules that move ops, fuse last.
void check_pipeline(const Pipeline& pipeline);
// Every pass there is.
const Pipeline& pass_table();
const Pass* find_pass(std::string_view name);

}  // namespace ng
