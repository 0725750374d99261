// SPDX-License-Identifier: Apache-2.0
// Checks free memory before large allocations (Linux overcommits and kills processes later).
#pragma once

#include <cstdint>
#include <string>

namespace ng {

// Bytes available without swapping, to the machine and to this process's control group; the largest
// int64 if the system does not report them.
std::int64_t memory_left();

// Throws a system Error naming `what` and the size if less than `bytes` is left. Sizes below 64 MiB
// are not checked.
void require_memory(std::int64_t bytes, const std::string& what);

}  // namespace ng
