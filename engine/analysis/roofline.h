// SPDX-License-Identifier: Apache-2.0
// Roofline analysis of measured kernels: the ceiling that limits each kernel, the time above that
// ceiling, and advice on how to recover it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/analysis/machine_peaks.h"
#include "engine/records/peer_record.h"
#include "engine/records/records.h"

namespace ng {

// uncounted: neither FLOP nor bytes are known. loop: each kernel of its body has a limit of its
// own.
enum class Limit { unmeasured, uncounted, loop, arithmetic, memory, start_up };

struct KernelPoint {
  std::string kernel;
  double microseconds = 0;    // per launch; 0: not measured
  std::int64_t launches = 0;  // per call
  bool once = false;          // runs in the first call only, unless variables change
  double intensity = 0;       // FLOP per byte
  double gflops = 0;          // achieved
  double gigabytes = 0;       // achieved GB/s
  Limit limit = Limit::unmeasured;
  const MemoryPeak* level = nullptr;  // level that holds the kernel's data; points into the peaks
  double ceiling = 0;                 // GFLOP/s at this intensity; 0 without arithmetic
  double part = 0;                    // fraction of the limiting ceiling that was achieved, 0..1
  double recoverable = 0;             // µs per call saved if it ran at its ceiling
  double share = 0;                   // fraction of the time of all kernels in a call, 0..1;
                                      // 0 for a kernel that runs once
};

// Points in the order of the record. The peaks must outlive the points. `times` (µs per launch, by
// kernel) replace those of the record.
std::vector<KernelPoint> kernel_points(const CompilationRecord& record, const MachinePeaks& peaks,
                                       const std::map<std::string, double>& times = {});
// Fraction of the time of all kernels in a call, 0..1, for each kernel of the record; 0 before a
// run and for kernels that run once.
std::vector<double> kernel_shares(const CompilationRecord& record);
// The nodes of another program, by the ops in `graph` that come from the same nodes of a model: the
// sum of their FLOP, and the bytes of the op with the most, because fused ops add few. Without
// nodes that no op comes from. No ceilings. In the order of the record.
std::vector<KernelPoint> peer_points(const PeerRecord& peer, const GraphRecord& graph);
std::string limit_words(const KernelPoint& point);  // "at 41 % of L2 bandwidth (61.2 GB/s)"

struct Advice {
  double microseconds = 0;           // potential saving per call
  std::vector<std::string> kernels;  // the kernels concerned
  std::string text;                  // one line
};

// Largest saving first; savings below 1 % of the measured time of a call are omitted.
std::vector<Advice> advice(const CompilationRecord& record, const MachinePeaks& peaks,
                           const std::vector<KernelPoint>& points);

}  // namespace ng
