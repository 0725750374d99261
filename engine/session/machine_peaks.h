// SPDX-License-Identifier: Apache-2.0
// What this machine can do at most, measured: the ceilings of a roofline.
#pragma once

#include <string>
#include <vector>

namespace ng {

struct MemoryPeak {
  std::string name;      // "L1", "L2", "memory"
  long long bytes = 0;   // of the arrays that it was measured with, of all threads together
  double gigabytes = 0;  // a second, read and written
};

struct MachinePeaks {
  int threads = 0;
  double gflops = 0;               // multiply and add of float32, a second in 1e9
  std::vector<MemoryPeak> memory;  // nearest first; the last is main memory
  bool measured() const { return gflops > 0 && !memory.empty(); }
};

// Keeps the threads of the pool busy for about a second. Used by one thread at a time.
MachinePeaks measure_machine_peaks();

// What was measured on this machine with as many threads, kept in the user's cache folder; measured
// now where there is none, or when `anew`. A folder that cannot be written keeps nothing.
MachinePeaks machine_peaks(bool anew = false);

// The same where it need not be measured; else, and while that goes on, peaks that are not
// measured.
MachinePeaks known_machine_peaks();

}  // namespace ng
