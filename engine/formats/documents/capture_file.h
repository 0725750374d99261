// SPDX-License-Identifier: Apache-2.0
// Captures: all that is known of a compilation and a run, as one file that opens without engine,
// device or data. A zip archive of plain parts: ngraph_capture.json (the manifest: machine and
// versions, the op and iteration of each value, the curves and the ops of the health log),
// compilation.ngrec, timeline.json (a Chrome trace), values/N.npy, curves/N.npy (rows x and y) and
// health/totals.npy and health/summaries.npy (columns: capture_parts.h).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/formats/format.h"
#include "engine/records/debug_record.h"
#include "engine/records/json/saved_compilation.h"
#include "engine/records/series_record.h"

namespace ng {

constexpr int capture_version = 1;

struct Capture {
  SavedCompilationPtr compilation;      // not null
  std::vector<TensorRecordPtr> values;  // of ops of the document, at most one per op
  std::vector<std::pair<std::string, std::string>> machine;  // "processor", "ngraph" …
  std::vector<SeriesRecord> curves;                          // of the run; empty: none
  std::optional<HealthRecord> health;                        // null: the run was not watched
};

// Replaces the file atomically. Throws a value Error for more than 4 GiB.
void save_capture(const Capture& capture, const std::string& path);
// Throws a bad_file Error for damaged, inconsistent, missing or newer parts.
Capture read_capture(Reader& reader);
bool looks_like_capture(std::string_view first_bytes);

extern const Format capture_format;

}  // namespace ng
