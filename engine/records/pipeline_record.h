// SPDX-License-Identifier: Apache-2.0
// Records of a pipeline choice and of its cost compared with the full pipeline. Plain structs, like
// record.h.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ng {

// The enabled passes and rules, and their order.
struct PipelineChoice {
  std::vector<std::string> order;  // names of the graph passes; empty: the transformer's default
  std::set<std::string> disabled;  // passes and rules
  bool full() const { return order.empty() && disabled.empty(); }
  bool operator==(const PipelineChoice&) const = default;
};

struct PipelineFigures {
  std::int64_t kernels = 0;     // generated, library calls and copies
  std::int64_t bytes = 0;       // read and written per call, according to its steps
  std::int64_t peak_bytes = 0;  // of temporaries
  double microseconds = 0;      // per call, median of many; 0: not called
  double low = 0, high = 0;     // quartiles of those calls
};

// True if the difference is not significant: each median lies within the other's quartiles, or they
// differ by less than 2 %.
bool within_noise(const PipelineFigures& a, const PipelineFigures& b);

struct PipelineTrialRecord {
  std::string computation, transformer;
  PipelineChoice choice;
  PipelineFigures full, tried;  // both compiled and measured together
  double error = 0;             // between the results: |l - r| over |r| and the largest |r|
  std::string uncalled;         // why neither was called (no inputs); empty: called
};

}  // namespace ng
