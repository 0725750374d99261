// SPDX-License-Identifier: Apache-2.0
// Reads and writes traces in Perfetto's binary format (.pftrace, .perfetto-trace): slices and
// instants of tracks. Other data (counters, scheduling, samples) is counted in Timeline::notes.
#pragma once

#include <string>

#include "engine/trace/trace_file.h"

namespace ng {

// Do these first bytes start a Perfetto trace?
bool looks_like_perfetto(const std::string& first_bytes);
// Like read_trace, which calls this for Perfetto files.
Timeline read_perfetto(const std::string& path, const TraceReading& reading = {});
// Writes one process "ngraph" with a thread for each lane.
std::string perfetto_bytes(const Timeline& timeline);

}  // namespace ng
