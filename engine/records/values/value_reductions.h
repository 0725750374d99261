// SPDX-License-Identifier: Apache-2.0
// Functions of value expressions, by name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/number.h"

namespace ng {

// Reduces `count` numbers; `at` returns each.
using Reduction =
    std::function<Number(std::int64_t count, const std::function<Number(std::int64_t)>& at)>;

Reduction reduction_named(const std::string& name);                             // empty: unknown
std::function<Number(const Number&)> scalar_function(const std::string& name);  // empty: unknown

}  // namespace ng
