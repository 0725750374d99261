// SPDX-License-Identifier: Apache-2.0
// What looking for a fault leaves behind: breakpoints, watches, where a run stopped, summaries of
// values, two transformers side by side, passes bisected. Plain structs, like record.h.
#pragma once

#include <optional>

#include "engine/session/record.h"

namespace ng {

// A run halts after the op is computed, when the condition on its value holds (value_expression.h).
struct BreakpointRecord {
  OpKey op = 0;
  std::string condition;  // empty: always
  bool operator==(const BreakpointRecord&) const = default;
};

struct WatchRecord {
  OpKey op = 0;
  std::string expression;       // over the op's value: "mean", "x[N 17, C 0]"
  std::optional<double> value;  // nothing: not computed yet, or see fault
  std::int64_t iteration = 0;   // that the value is of
  std::string fault;            // why there is none
};

// All of a value in a few numbers. NaN and infinite elements are counted and left out of the rest.
struct ValueSummary {
  OpKey op = 0;
  std::int64_t iteration = 0;
  std::int64_t count = 0, nans = 0, infs = 0;
  double min = 0, max = 0, mean = 0;  // 0 without finite elements
};

enum class StopReason { breakpoint, cursor, non_finite };

// Where a run stands still before its end.
struct StopRecord {
  StopReason reason = StopReason::breakpoint;
  OpKey op = 0;
  std::int64_t iteration = 0;  // in which the op was computed
  std::int64_t element = -1;   // row-major; -1: all of it
  std::string place;           // of the element: "N 17, C 0"; empty without one
  std::string text;            // one line
  std::vector<ValueSummary> values;  // of the op, then of its operands
};

// Values of one op in two programs, at the element where they agree least.
struct OpDifference {
  OpKey op = 0;
  std::string name, axes;
  std::int64_t element = 0;
  std::string place;
  double left = 0, right = 0;
  double apart = 0;     // the largest |l - r|
  double relative = 0;  // |l - r| over |r| and the largest |r|
  double ulps = 0;      // numbers of the op's dtype from l to r
  bool agrees = true;
};

struct ComparisonRecord {
  std::string left, right;  // transformers
  double rtol = 0;
  std::int64_t iteration = 0;              // whose arguments and state both had
  std::vector<OpDifference> ops, results;  // in the order of computation
  bool complete = true;                    // false: it was cancelled; these are what was found
  const OpDifference* first_divergence() const {
    for (const OpDifference& each : ops)
      if (!each.agrees) return &each;
    return nullptr;
  }
};
using ComparisonRecordPtr = std::shared_ptr<const ComparisonRecord>;

// Another number in a source: a placeholder, a constant, a variable.
struct ElementEdit {
  OpKey op = 0;
  std::int64_t element = 0;  // row-major; -1: every one
  double value = 0;
  bool operator==(const ElementEdit&) const = default;
};

// A call as it was, and as it would have been with other numbers in its sources.
struct WhatIfRecord {
  struct Edited {
    ElementEdit edit;
    std::string name, place;
    double before = 0;  // of the first element that is edited
  };
  struct Pair {
    TensorRecord before, after;
  };
  std::vector<Edited> edits;
  std::int64_t iteration = 0;
  // The computation's ops in the order of computation, then its variables after the call: left is
  // with the edits, right as it was; those that agree to the bit are not changed.
  std::vector<OpDifference> ops;
  std::vector<Pair> values;                              // of the ops that were asked for
  std::vector<std::pair<std::uint64_t, Tensor>> state;   // after the call with the edits
  std::string text;                                      // one line
  const OpDifference* find(OpKey op) const {
    for (const OpDifference& each : ops)
      if (each.op == op) return &each;
    return nullptr;
  }
};
using WhatIfRecordPtr = std::shared_ptr<const WhatIfRecord>;

// A program made with the passes up to one, and no optional pass after it.
struct BisectTrial {
  std::string pass;  // the last optional one that ran; empty: none did
  double error = 0;  // of the results, against the reference: |l - r| over |r| and the largest |r|
  double microseconds = 0;  // a call; 0: not measured
  bool good = true;
};

struct BisectRecord {
  std::string measure;  // "error" or "time"
  double limit = 0;
  std::vector<BisectTrial> trials;  // in the order of the passes
  std::string culprit;              // the first pass that makes it bad; empty: none does
  std::string text;                 // one line
  bool complete = true;             // false: it was cancelled; these trials were made
};
using BisectRecordPtr = std::shared_ptr<const BisectRecord>;

// A kernel run with another source in a child process, compared with the kernel's own source.
struct KernelTrialRecord {
  std::string kernel;
  bool built = false, ran = false, timed_out = false, cancelled = false;
  std::string crash;  // the signal that ended the child process: "Segmentation fault"
  // What the kernel wrote outside of its outputs: "wrote past the end of 'y'"; empty: nothing.
  std::string stray_write;
  std::string output;  // of the compiler, or of the program where it did not end well
  double max_abs = 0, ulps = 0;
  std::int64_t differing = 0;  // elements
  double microseconds = 0;     // of a run on one thread
  double own_microseconds = 0;  // of the source that it stands in place of, in the same process
};

}  // namespace ng
