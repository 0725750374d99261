// SPDX-License-Identifier: Apache-2.0
// Values that a scan keeps of each step for its gradient, besides the states: those that cost more
// to recompute than to store (Griewank and Walther 2000, "Revolve"; here by kind of op).
#pragma once

#include "engine/graph/op.h"

namespace ng {

struct Body;

// The values of a step that its gradient should not recompute: dots and convolutions, or sums that
// are their only readers. Excludes values with an axis that outputs of a scan over `axis` cannot
// have.
std::vector<Value> worth_keeping(const Body& body, const Axis& axis);

// Adds them to the results of a body that does not have them yet.
void keep_values(Body& body, const Axis& axis);

}  // namespace ng
