// SPDX-License-Identifier: Apache-2.0
// Calls of a computation with the time of each step.
#pragma once

#include <string>

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
  std::vector<TensorRecord> results;  // of the last call
};

// Measures the step times of --calls calls. One additional warm-up call is not counted.
Measured measure(const Arguments& arguments, bool keepsTrace);

}  // namespace ng::cli
