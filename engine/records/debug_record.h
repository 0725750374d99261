// SPDX-License-Identifier: Apache-2.0
// Records of debugging: breakpoints, watches, stops, value summaries, comparisons of transformers,
// pass bisections.
#pragma once

#include <optional>

#include "engine/base/enum_names.h"
#include "engine/base/number.h"
#include "engine/base/op_id.h"
#include "engine/records/tensor_record.h"

namespace ng {

// What a bisection of passes limits.
enum class BisectMeasure { error, time };
constexpr auto names_of(BisectMeasure) {
  return std::to_array<std::string_view>({"error", "time"});
}

// Stops a run after the op is computed if the condition on its value holds (value_expression.h).
struct BreakpointRecord {
  OpId op = 0;
  std::string condition;  // empty: always
  bool operator==(const BreakpointRecord&) const = default;
};

struct WatchRecord {
  OpId op = 0;
  std::string expression;       // over the op's value: "mean", "x[N 17, C 0]"
  std::optional<Number> value;  // empty: not computed yet, or see fault
  std::int64_t iteration = 0;   // of the value
  std::string fault;            // why there is no value
};

// Statistics of a value. NaN and infinite elements are counted and excluded from the rest.
struct ValueSummary {
  OpId op = 0;
  std::int64_t iteration = 0;
  std::int64_t count = 0, nans = 0, infs = 0;
  // 0 without finite elements.
  Number min, max;
  double mean = 0;
};

// Summaries of one op over a run.
struct HealthRow {
  ValueSummary newest;
  std::int64_t seen = 0;              // number of summaries
  std::int64_t first_non_finite = 0;  // iteration of the first NaN or infinity; 0: none
  bool finite = false;                // had a finite element at least once
  Number least, greatest;             // of finite elements, over all summaries
};

// A health log as it is saved.
struct HealthRecord {
  std::vector<HealthRow> rows;     // in the order of computation
  std::vector<ValueSummary> kept;  // the newest summaries of all ops, oldest first
  double seconds_spent = 0, seconds_run = 0;
};

enum class StopReason { breakpoint, cursor, non_finite };

// Where a run stopped before its end.
struct StopRecord {
  StopReason reason = StopReason::breakpoint;
  OpId op = 0;
  std::int64_t iteration = 0;           // in which the op was computed
  std::optional<std::int64_t> element;  // row-major index; empty: all elements
  std::string place;                    // of the element: "N 17, C 0"; empty if element is
  std::string text;                     // one line
  std::vector<ValueSummary> values;     // of the op, then of its operands
};

// One element of a value in two programs.
struct ElementDifference {
  std::int64_t element = 0;  // row-major index
  std::string place;         // "N 17, C 0"
  Number left, right;
  Number apart;         // |l - r|
  double relative = 0;  // |l - r| over |r| and the largest |r|
  double ulps = 0;      // distance from l to r in units of the coarser of their dtypes
  bool agrees = true;
};

// Values of one op in two programs, at the element with the largest disagreement.
struct OpDifference {
  OpId op = 0;
  std::string name, axes;
  std::int64_t element = 0;
  std::string place;
  Number left, right;
  Number apart;         // the largest |l - r|
  double relative = 0;  // |l - r| over |r| and the largest |r|
  double ulps = 0;      // distance from l to r in units of the coarser of their dtypes
  bool agrees = true;
  double cosine = 1;  // of the angle between the flattened values; NaN if one has zero norm
  std::string array;  // that the right value comes from; empty: a transformer computed it
  // Between precisions: the relative difference with the operands of the coarser one on both sides,
  // which is what the op adds itself. Empty: not measured.
  std::optional<double> own;
  // Between precisions: the dtype in which elements overflow that are finite in the other, though
  // no computed operand does.
  std::optional<DType> overflow;
  std::vector<ElementDifference> elements;  // that differ most, the worst first; if requested
};

struct ComparisonRecord {
  // Transformers, "cpu", or one in a precision, "cpu in bfloat16"; right: or what else computed its
  // values.
  std::string left, right;
  double rtol = 0;
  std::int64_t iteration = 0;              // iteration of the arguments and state used by both
  std::vector<OpDifference> ops, results;  // in the order of computation
  bool complete = true;                    // false: cancelled; contains what was found until then
  const OpDifference* first_divergence() const {
    for (const OpDifference& each : ops)
      if (!each.agrees) return &each;
    return nullptr;
  }
};
using ComparisonRecordPtr = std::shared_ptr<const ComparisonRecord>;

// A replacement value for elements of a source: a placeholder, constant or variable.
struct ElementEdit {
  OpId op = 0;
  std::optional<std::int64_t> element;  // row-major; empty: every element
  Number value;
  bool operator==(const ElementEdit&) const = default;
};

// A call compared with the same call after edits of its sources.
struct WhatIfRecord {
  struct Edited {
    ElementEdit edit;
    std::string name, place;
    std::optional<Number> before;  // of each edited element; empty: they differ
    ValueSummary summary;          // of the edited elements before
  };
  struct Pair {
    TensorRecord before, after;
  };
  std::vector<Edited> edits;
  std::int64_t iteration = 0;
  // Ops in the order of computation, then variables after the call. `left` is with the edits,
  // `right` without; bit-identical values agree.
  std::vector<OpDifference> ops;
  std::vector<Pair> values;                             // of the requested ops
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // after the call with the edits
  std::string text;                                     // one line
  const OpDifference* find(OpId op) const {
    for (const OpDifference& each : ops)
      if (each.op == op) return &each;
    return nullptr;
  }
};
using WhatIfRecordPtr = std::shared_ptr<const WhatIfRecord>;

// Result of a program compiled with a prefix of the optional passes.
struct BisectTrial {
  std::string pass;  // the last optional pass that ran; empty: none
  double error = 0;  // of the results against the reference: |l - r| over |r| and the largest |r|
  double microseconds = 0;  // per call; 0: not measured
  bool good = true;
};

struct BisectRecord {
  BisectMeasure measure = BisectMeasure::error;
  double limit = 0;
  std::vector<BisectTrial> trials;  // in pass order
  std::string culprit;              // the first pass that fails the limit; empty: none
  std::string text;                 // one line
  bool complete = true;             // false: cancelled; contains the trials made until then
};
using BisectRecordPtr = std::shared_ptr<const BisectRecord>;

// A kernel run with edited source in a child process and compared with its own source.
struct KernelTrialRecord {
  std::string kernel;
  bool built = false, ran = false, timed_out = false, cancelled = false;
  std::string crash;  // the signal that ended the child process: "Segmentation fault"
  // Write outside of the kernel's outputs: "wrote past the end of 'y'"; empty: none.
  std::string stray_write;
  std::string output;  // of the compiler, or of a program that failed
  double max_abs = 0, ulps = 0;
  std::int64_t differing = 0;   // number of elements
  double microseconds = 0;      // per run on one thread
  double own_microseconds = 0;  // of the replaced source, in the same process
};

}  // namespace ng
