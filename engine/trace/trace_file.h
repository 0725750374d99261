// SPDX-License-Identifier: Apache-2.0
// Reads and writes trace files of Chrome, Perfetto, PyTorch and others, in JSON or Perfetto's
// binary format.
#pragma once

#include <functional>
#include <string>

#include "engine/trace/timeline.h"

namespace ng {

struct TraceReading {
  // Called every few megabytes; returns false to cancel (cancelled Error).
  std::function<bool(double fraction)> progress;
  // Receives a preview with the first `first_events` of a longer trace while the rest is read.
  std::function<void(Timeline)> first;
  std::size_t first_events = 300'000;
  std::size_t most_events = 100'000'000;  // further events are dropped with a note
};

// Reads events with a length ("X", and pairs of "B" and "E") and instants. Other and invalid events
// (no time, a negative length …) are dropped and counted in Timeline::notes; a truncated file is
// read up to its end. Throws a bad_file Error if the file is not a trace or most of its events are
// invalid. Times are shifted so that the first event begins at 0.
Timeline read_trace(const std::string& path, const TraceReading& reading = {});

// Same, for the text of a JSON trace; messages use `name` as the file.
Timeline read_trace_text(std::string_view json, const std::string& name);

// Do these first bytes start a trace, in either format?
bool looks_like_trace(const std::string& first_bytes);

std::string trace_text(const Timeline& timeline);
// Replaces the file atomically. Writes Perfetto's binary format if the name ends in .pftrace or
// .perfetto-trace, otherwise JSON.
void write_trace(const std::string& path, const Timeline& timeline);

}  // namespace ng
