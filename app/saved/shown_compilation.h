// SPDX-License-Identifier: Apache-2.0
// Saved compilations, captures and comparisons of two files, read for views.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/health_log.h"
#include "engine/base/error.h"
#include "engine/records/json/saved_compilation.h"
#include "engine/trace/timeline.h"
#include "views/core/session/state/workbench_state.h"

namespace ng::views {

// A file as views read it: its path is the document's path.
struct ShownCompilation {
  DocumentRecordPtr document;
  CompilationRecordPtr record;
  TimelinePtr timeline;  // of the compilation, and of the run if one was saved
  // Of a capture.
  std::vector<std::pair<std::string, std::string>> machine;
  std::map<OpId, TensorRecordPtr> values;
  std::vector<SeriesRecord> curves;
  HealthLogPtr health;  // null: the run was not watched
  // Of a comparison: `document` and, if it was compiled, `record` are those of the second file; a
  // pass with the differences comes first.
  DocumentDifferencePtr difference;
};

// A file to show, and what is said about it.
struct ReadFile {
  std::shared_ptr<const ShownCompilation> shown;
  Diagnostic origin;
};

// Throw Error for a file that cannot be read. `path`: of a saved compilation or capture.
ReadFile readFile(const std::string& path);
ReadFile readBoth(const std::string& first, const std::string& second);

}  // namespace ng::views
