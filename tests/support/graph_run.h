// SPDX-License-Identifier: Apache-2.0
// Runs a graph once on a fresh transformer, and compares what came out.
#pragma once

#include <QString>

#include "engine/ngraph.h"

namespace ng {

using Feeds = std::vector<std::pair<Op, Tensor>>;
using Values = std::vector<std::optional<Tensor>>;

// One run of `results` on the transformer named; parameters are the ops fed.
Values run_once(const std::string& transformer, const std::vector<Op>& results, const Feeds& feeds,
                const CompileOptions& options);
Values run_once(const std::string& transformer, const std::vector<Op>& results, const Feeds& feeds);

// A double graph on the reference transformer, without rounding in between.
CompileOptions in_double();

// Empty when every element of `found` is within atol + rtol * |expected|; NaN matches NaN, infinity
// the same infinity. Else a text that names the first element that is not.
QString difference(const std::vector<double>& found, const std::vector<double>& expected,
                   double rtol, double atol);
QString difference(const Values& found, const Values& expected, double rtol, double atol);

}  // namespace ng
