// SPDX-License-Identifier: Apache-2.0
// The refusal of a short name that several ops have.
#pragma once

#include <string>
#include <vector>

#include "engine/base/error.h"

namespace ng {

// `full_names`: of the ops, with their scopes.
Diagnostic ambiguous_name(const std::string& name, const std::vector<std::string>& full_names);

}  // namespace ng
