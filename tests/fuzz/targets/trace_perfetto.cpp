// SPDX-License-Identifier: Apache-2.0
// Target: a trace in Perfetto's binary format.
#include "engine/trace/perfetto_file.h"
#include "tests/fuzz/file_of_bytes.h"

namespace ng::fuzz {

void target_trace_perfetto(Bytes bytes) {
  const FileOfBytes file(bytes);
  const Timeline timeline = read_perfetto(file.path());
  perfetto_bytes(timeline);
  statistics(timeline, timeline.begin(), timeline.end());
}

}  // namespace ng::fuzz
