// SPDX-License-Identifier: Apache-2.0
// Trace files as Chrome, Perfetto, PyTorch and others write them, in JSON or in Perfetto's binary
// format: read into a timeline, and written from one.
#pragma once

#include <functional>
#include <string>

#include "engine/session/timeline.h"

namespace ng {

struct TraceReading {
  // Called every few megabytes; false cancels (Error of kind cancelled).
  std::function<bool(double fraction)> progress;
  // Given what the first `first_events` of a longer trace show, long before the rest is read.
  std::function<void(Timeline)> first;
  std::size_t first_events = 300'000;
  std::size_t most_events = 100'000'000;  // of those beyond, a note
};

// Reads events with a length ("X", and pairs of "B" and "E") and instants. What is not shown, or
// makes no sense (no time, a negative length …), is left out and counted in Timeline::notes; a file
// that was cut short keeps its beginning. bad_file Error for what is no such trace, and for one of
// which most events make no sense. Times are shifted so that the first event begins at 0.
Timeline read_trace(const std::string& path, const TraceReading& reading = {});

// Does a file with these first bytes begin like a trace, in either format?
bool looks_like_trace(const std::string& first_bytes);

std::string trace_text(const Timeline& timeline);
// Replaces the file whole: in Perfetto's binary format when its name ends in .pftrace or
// .perfetto-trace, else in JSON.
void write_trace(const std::string& path, const Timeline& timeline);

}  // namespace ng
