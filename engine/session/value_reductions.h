// SPDX-License-Identifier: Apache-2.0
// The functions of value expressions, by name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ng {

// Of `count` numbers; `at` gives each.
using Reduction =
    std::function<double(std::int64_t count, const std::function<double(std::int64_t)>& at)>;

Reduction reduction_named(const std::string& name);                        // empty: there is none
std::function<double(double)> scalar_function(const std::string& name);  // empty: there is none

}  // namespace ng
