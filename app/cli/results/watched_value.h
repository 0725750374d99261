// SPDX-License-Identifier: Apache-2.0
// Value of an op after some calls of a computation that is compiled to store the op.
#pragma once

#include <vector>

#include "app/cli/compiled.h"
#include "app/cli/options/feeds.h"

namespace ng::cli {

// The computation named by --computation; without it the plan's or the first computation that
// depends on `op`, else a new computation of `op` alone. Throws a value Error if `op` has no value.
Op computationReaching(const Arguments& arguments, const Document& document, const Op& op);

// Value of `op` in call number `calls` (counted from 1).
TensorRecord watchedValue(const Arguments& arguments, const Document& document, const Op& op,
                          std::int64_t calls);

}  // namespace ng::cli
