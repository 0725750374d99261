// SPDX-License-Identifier: Apache-2.0
// Whether a pass or a rewrite rule can be disabled by its name.
#pragma once

#include <string>

namespace ng {

// Why `name` cannot be disabled: the pass is required, or no pass and no rewrite rule has this
// name, with a list of those that have one. Empty: it can be disabled.
std::string why_not_disabled(const std::string& name);

}  // namespace ng
