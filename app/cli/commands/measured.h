// SPDX-License-Identifier: Apache-2.0
// Calls of a computation with the time of each step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "engine/neon/training/training.h"
#include "engine/records/compilation_record.h"

namespace ng::cli {

struct Measured {
  Document document;
  Computation computation;
  TransformerPtr transformer;
  CompilationRecord record;           // kernels carry measured times
  std::int64_t calls = 0;             // measured; one more call came first
  bool byDevice = false;              // the device measured the steps
  std::string trace;                  // JSON trace of the run; empty unless requested
  std::vector<TensorRecord> results;  // of the last measured call
  double importMs = 0;                // reading the file and building its graph
  std::vector<double> wholeCalls;     // µs of calls whose steps are not timed, in order
};

struct MeasureOptions {
  bool keepsTrace = false;
  bool timesWholeCalls = false;  // --calls more calls, after the others
};

// Measures the step times of --calls calls. One additional warm-up call comes first; only its steps
// that run once are measured.
Measured measure(const Arguments& arguments, const MeasureOptions& options);

}  // namespace ng::cli
