// SPDX-License-Identifier: Apache-2.0
// The value of an op after some calls of a computation: compiled so that the op is stored.
#pragma once

#include <vector>

#include "app/cli/compiled.h"
#include "app/cli/feeds.h"

namespace ng::cli {

// The computation that --computation names; without it the plan's or the first that reaches `op`,
// or if none does a computation of `op` alone. Ops without a value are a value Error.
Op computationReaching(const Arguments& arguments, const Document& document, const Op& op);

// The value that `op` has in call number `calls` (from 1).
TensorRecord watchedValue(const Arguments& arguments, const Document& document, const Op& op,
                          std::int64_t calls);

}  // namespace ng::cli
