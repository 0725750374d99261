// SPDX-License-Identifier: Apache-2.0
// What a scan keeps of each step for its gradient, besides the states: values that cost more to
// compute again than to keep (Griewank and Walther 2000, "Revolve"; here by kind of op).
#pragma once

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// Of a step's values those that its gradient should not compute again: products and convolutions, or
// the sums that alone read them. None with an axis that the outputs of a scan over `axis` cannot
// have.
std::vector<Value> worth_keeping(const Body& body, const Axis& axis);

// What `kept` holds; it is the value of `made`, which receives the gradient.
Op kept_value(const Op& made, const Op& kept);

extern const OpDef kept_value_op;

}  // namespace ng
