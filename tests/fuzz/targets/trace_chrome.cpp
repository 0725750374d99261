// SPDX-License-Identifier: Apache-2.0
// A trace in Chrome's JSON.
#include "engine/session/trace_file.h"
#include "tests/fuzz/file_of_bytes.h"

namespace ng::fuzz {

void target_trace_chrome(Bytes bytes) {
  const FileOfBytes file(bytes);
  const Timeline timeline = read_trace(file.path());
  trace_text(timeline);
  statistics(timeline, timeline.begin(), timeline.end());
}

}  // namespace ng::fuzz
