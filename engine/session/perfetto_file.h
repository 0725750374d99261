// SPDX-License-Identifier: Apache-2.0
// Traces in Perfetto's own binary format (.pftrace, .perfetto-trace): slices and moments of tracks.
// What else such a trace holds (counters, scheduling, samples) is counted in Timeline::notes.
#pragma once

#include <string>

#include "engine/session/trace_file.h"

namespace ng {

// Do these first bytes of a file begin a Perfetto trace?
bool looks_like_perfetto(const std::string& first_bytes);
// As read_trace, which comes here for such files.
Timeline read_perfetto(const std::string& path, const TraceReading& reading = {});
// One process "ngraph", a thread for each lane.
std::string perfetto_bytes(const Timeline& timeline);

}  // namespace ng
