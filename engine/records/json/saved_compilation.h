// SPDX-License-Identifier: Apache-2.0
// A compilation as a file: the document, what every pass did, kernels with all texts, memory,
// program and, where one was recorded, the timeline of a run. Opened without the engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/reader.h"
#include "engine/records/records.h"

namespace ng {

constexpr int saved_compilation_version = 1;

// Cost of one call of a computation before optimization.
struct CallCostRecord {
  bool known = false;  // false: `reason` says why
  std::int64_t flops = 0, bytes = 0;
  std::string reason;
};

struct SavedCompilation {
  DocumentRecordPtr document;         // not null; `path` is that of the compiled document
  std::vector<CallCostRecord> costs;  // of the document's computations
  CompilationRecordPtr compilation;   // not null
  std::string trace;                  // JSON trace of the compilation and a run; empty: no run
};
using SavedCompilationPtr = std::shared_ptr<const SavedCompilation>;

// Do these first bytes start a saved compilation?
bool looks_like_saved_compilation(std::string_view first_bytes);

// One line of JSON. Ops shared by several graphs are written once: "graphs" index "ops".
std::string to_json(const SavedCompilation& saved);

// Reads the output of to_json(), of this or an earlier version. Throws a bad_file Error with line
// and field for damaged, inconsistent, missing or newer data. A note in the compilation's
// diagnostics says which facts an earlier version did not save.
SavedCompilationPtr read_saved_compilation(Reader& reader);

}  // namespace ng
