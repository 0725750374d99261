// SPDX-License-Identifier: Apache-2.0
// A pipeline as a value, and what one is worth beside the full one. Plain structs, like record.h.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ng {

// Which passes and rules run, and in which order.
struct PipelineChoice {
  std::vector<std::string> order;  // names of the graph passes; empty: the transformer's own
  std::set<std::string> disabled;  // passes and rules
  bool full() const { return order.empty() && disabled.empty(); }
  bool operator==(const PipelineChoice&) const = default;
};

struct PipelineFigures {
  std::int64_t kernels = 0;     // generated, library calls and copies
  std::int64_t bytes = 0;       // read and written by a call, as its steps tell
  std::int64_t peak_bytes = 0;  // of temporaries
  double microseconds = 0;      // a call, the median of many; 0: not called
  double low = 0, high = 0;     // the quartiles of those calls
};

// Too close to tell which is faster: each median lies within the other's quartiles, or they are less
// than 2 % apart.
bool within_noise(const PipelineFigures& a, const PipelineFigures& b);

struct PipelineTrialRecord {
  std::string computation, transformer;
  PipelineChoice choice;
  PipelineFigures full, tried;  // both compiled and measured now
  double error = 0;             // between the results: |l - r| over |r| and the largest |r|
  std::string uncalled;         // why neither was called: there is nothing to feed; empty: they were
};

}  // namespace ng
