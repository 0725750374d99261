// SPDX-License-Identifier: Apache-2.0
// Target: a trace in Chrome's JSON format.
#include "engine/trace/trace_file.h"
#include "tests/fuzz/file_of_bytes.h"

namespace ng::fuzz {

void target_trace_chrome(Bytes bytes) {
  const FileOfBytes file(bytes);
  const Timeline timeline = read_trace(file.path());
  trace_text(timeline);
  statistics(timeline, timeline.begin(), timeline.end());
}

}  // namespace ng::fuzz
