// SPDX-License-Identifier: Apache-2.0
// Functions of value expressions, by name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ng {

// Reduces `count` numbers; `at` returns each.
using Reduction =
    std::function<double(std::int64_t count, const std::function<double(std::int64_t)>& at)>;

Reduction reduction_named(const std::string& name);                      // empty: unknown
std::function<double(double)> scalar_function(const std::string& name);  // empty: unknown

}  // namespace ng
