// SPDX-License-Identifier: Apache-2.0
// Runs a graph once on a new transformer, and compares results. Without Qt, for programs that are
// not tests.
#pragma once

#include "engine/ngraph.h"

namespace ng {

using Feeds = std::vector<std::pair<Op, Tensor>>;
using Values = std::vector<std::optional<Tensor>>;

// Runs `results` once on this transformer; the fed ops are the parameters.
Values run_once(const std::string& transformer, const std::vector<Op>& results, const Feeds& feeds,
                const CompileOptions& options);
Values run_once(const std::string& transformer, const std::vector<Op>& results, const Feeds& feeds);

// Options that compute a double graph on the reference transformer without intermediate rounding.
CompileOptions in_double();

// Empty if every element of `found` is within atol + rtol * |expected|; NaN matches NaN, infinity
// the same infinity. Else names the first element that is not.
std::string difference_text(const std::vector<double>& found, const std::vector<double>& expected,
                            double rtol, double atol);
std::string difference_text(const Values& found, const Values& expected, double rtol, double atol);

}  // namespace ng
