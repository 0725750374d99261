// SPDX-License-Identifier: Apache-2.0
// One call made twice: as it is, and with other numbers in its sources. On transformers of its own,
// so nothing of a run is changed by asking.
#pragma once

#include <utility>

#include "engine/session/debug_record.h"
#include "engine/session/transformer.h"

namespace ng {

struct WhatIfRequest {
  Op computation;
  std::string transformer = "cpu";
  CompileOptions options;  // its progress is told of this, and may cancel it
  std::vector<ElementEdit> edits;
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // by storage; others: initial values
  std::int64_t iteration = 1;
  std::vector<OpKey> shown;  // ops whose values are wanted whole
};

// Both calls run with every op of the user's stored, so what differs is due to the edits alone.
// Variables are edited as the call finds them. Errors: value for an op that is no placeholder,
// constant or variable of the computation; index for an element that it does not have.
WhatIfRecord what_if(const WhatIfRequest& request);

}  // namespace ng
