// SPDX-License-Identifier: Apache-2.0
// The lengths of axes that a command line chooses: --batch and --length.
#pragma once

#include <string>
#include <utility>

#include "app/cli/arguments.h"
#include "engine/neon/plan/run_overrides.h"

namespace ng::cli {

// Without folders. Throws UsageError for values that are no lengths.
RunOverrides lengthsOf(const Arguments& arguments);

// The two sides of NAME=VALUE. Throws a UsageError that shows `form` if one is empty.
std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text,
                                               const char* form);

}  // namespace ng::cli
