// SPDX-License-Identifier: Apache-2.0
// Target: a saved compilation, and what is derived from it to show it.
#include "engine/analysis/axis_facts.h"
#include "engine/analysis/memory_facts.h"
#include "engine/records/compilation_record.h"
#include "engine/records/json/saved_compilation.h"
#include "engine/trace/timeline.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_record(Bytes bytes) {
  Reader reader(bytes, "input");
  const SavedCompilationPtr saved = read_saved_compilation(reader);
  const CompilationRecord& record = *saved->compilation;
  to_json(*saved);
  memory_facts(record);
  axis_facts(*record.final_graph(), &record);
  compile_timeline(record);
}

}  // namespace ng::fuzz
