// SPDX-License-Identifier: Apache-2.0
// Facts about this machine and build, for captures and reports.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ng {

// "processor", "threads", "memory", "system", "compiler", and "peaks" if they were measured; what
// cannot be read is omitted.
std::vector<std::pair<std::string, std::string>> machine_facts();

}  // namespace ng
