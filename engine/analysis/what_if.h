// SPDX-License-Identifier: Apache-2.0
// Runs one call twice: unchanged, and with edited elements of its sources. Uses its own
// transformers, so a run is not affected.
#pragma once

#include <utility>

#include "engine/base/op_id.h"
#include "engine/records/debug_record.h"
#include "engine/session/compile_options.h"
#include "engine/session/transformer.h"

namespace ng {

struct ShownValue {
  OpId op = 0;
  int result = 0;
};

struct WhatIfRequest {
  Op computation;
  std::string transformer = default_transformer();
  CompileOptions options;  // its progress reports the query and may cancel it
  std::vector<ElementEdit> edits;
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;  // by storage; others have initial values
  std::int64_t iteration = 1;
  std::vector<ShownValue> shown;  // are returned in full
};

// Both calls store every user op, so that differences are due to the edits alone. Variables are
// edited before the call. Throws a value Error for an op that is not a placeholder, constant or
// variable of the computation; an index Error for an element out of range.
WhatIfRecord what_if(const WhatIfRequest& request);

}  // namespace ng
