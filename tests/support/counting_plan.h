// SPDX-License-Identifier: Apache-2.0
// A document whose run plan counts labels, for tests of plans.
#pragma once

#include <string>

#include "engine/documents/document.h"

namespace ng {

// Binds "set.part.array" of the plan's data to a placeholder.
PlanBinding fed(const std::string& placeholder, const std::string& data);

// Sums the labels of the digits in two epochs of eight batches, with an evaluation over the whole
// test part; path "counting.ngraph" in `folder`.
Document counting(const std::string& folder);

}  // namespace ng
