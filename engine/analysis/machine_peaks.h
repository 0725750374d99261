// SPDX-License-Identifier: Apache-2.0
// Measures the peak performance of this machine or of a device: the ceilings of a roofline.
#pragma once

#include <string>
#include <vector>

namespace ng {

struct MemoryPeak {
  std::string name;      // "L1", "L2", "memory"
  long long bytes = 0;   // size of the arrays used, all threads together
  double gigabytes = 0;  // GB/s, read and written
};

struct MachinePeaks {
  int threads = 0;
  double gflops = 0;               // GFLOP/s of float32 fused multiply-add
  std::vector<MemoryPeak> memory;  // nearest first; main memory last
  std::string device;              // transformer whose device it is; empty: this machine
  double start_up = 0.5;           // µs that the smallest kernel takes
  bool measured() const { return gflops > 0 && !memory.empty(); }
};

// Keeps all threads of the pool busy for about a second. Not thread safe.
MachinePeaks measure_machine_peaks();

// Peaks measured on this machine with this number of threads, cached in the user's cache folder.
// Measures now if there is no entry or if `again`. An unwritable folder is ignored.
MachinePeaks machine_peaks(bool again = false);

// Same, but never measures: without an entry, or while machine_peaks measures, returns peaks with
// measured() == false.
MachinePeaks known_machine_peaks();

// Does the transformer run programs on a device with memory of its own?
bool runs_on_device(const std::string& transformer);

// Peaks for the kernels of a transformer. Of a device: measured by running programs there, once per
// process or if `again`; takes some milliseconds, and throws Error if the device cannot be used.
// Else machine_peaks(again).
MachinePeaks peaks_of(const std::string& transformer, bool again = false);
// Same, but never measures.
MachinePeaks known_peaks_of(const std::string& transformer);

}  // namespace ng
