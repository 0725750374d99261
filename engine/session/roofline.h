// SPDX-License-Identifier: Apache-2.0
// Measured kernels against what the machine can do: which ceiling limits each, how much time lies
// above it, and what would win some of it back.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/session/machine_peaks.h"
#include "engine/session/record.h"

namespace ng {

// uncounted: no FLOP and no bytes are known of it.
enum class Limit { unmeasured, uncounted, arithmetic, memory, start_up };

struct KernelPoint {
  std::string kernel;
  double microseconds = 0;    // a launch; 0: not measured
  std::int64_t launches = 0;  // a call
  double intensity = 0;       // FLOP a byte
  double gflops = 0;          // reached
  double gigabytes = 0;       // a second, reached
  Limit limit = Limit::unmeasured;
  const MemoryPeak* level = nullptr;  // that holds what the kernel touches; of the peaks given
  double ceiling = 0;                 // GFLOP/s at this intensity; 0 without arithmetic
  double part = 0;                    // of the ceiling that limits it, 0..1
  double recoverable = 0;             // microseconds a call, if it ran at its ceiling
  double share = 0;                   // 0..1, of the time of all kernels in a call
};

// In the order of the record. The peaks must live as long as the points.
// `times` (microseconds a launch, by kernel) stand in place of those of the record.
std::vector<KernelPoint> kernel_points(const CompilationRecord& record, const MachinePeaks& peaks,
                                       const std::map<std::string, double>& times = {});
// Of each kernel of the record, 0..1: its part of the time of all kernels in a call; 0 before a
// run.
std::vector<double> kernel_shares(const CompilationRecord& record);
std::string limit_words(const KernelPoint& point);  // "at 41 % of what L2 gives (61.2 GB/s)"

struct Advice {
  double microseconds = 0;           // a call that could be won
  std::vector<std::string> kernels;  // whose they are
  std::string text;                  // one line
};

// Most to win first; nothing below a hundredth of the measured time of a call.
std::vector<Advice> advice(const CompilationRecord& record, const MachinePeaks& peaks,
                           const std::vector<KernelPoint>& points);

}  // namespace ng
