// SPDX-License-Identifier: Apache-2.0
// What a pass is worth: the same computation compiled with it and without, called with the same
// arguments.
#pragma once

#include <string>
#include <vector>

#include "engine/session/transformer.h"

namespace ng {

struct PassCost {
  struct Side {
    std::int64_t kernels = 0;     // generated, library calls and copies
    std::int64_t bytes = 0;       // read and written by a call, as its steps tell
    std::int64_t peak_bytes = 0;  // of temporaries
    double microseconds = 0;      // a call, the best of many
  };
  Side with, without;
  double error = 0;  // between the results: |l - r| over |r| and the largest |r|
};

// Refuses a pass that the program is wrong without, and one that there is not: value Errors.
PassCost pass_cost(const Op& computation, const std::string& transformer,
                   const CompileOptions& options, const std::vector<Tensor>& arguments,
                   const std::string& pass);

}  // namespace ng
