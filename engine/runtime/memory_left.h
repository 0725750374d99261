// SPDX-License-Identifier: Apache-2.0
// Whether memory can be had, asked before it is taken: Linux grants more than there is and ends the
// program that uses it.
#pragma once

#include <cstdint>
#include <string>

namespace ng {

// Bytes that can be used now without swapping, by the machine and this process's group; a very
// large number where the system does not say.
std::int64_t memory_left();

// Throws a system Error naming `what` and the size when there is not that much. Sizes below 64 MiB
// are not asked about.
void require_memory(std::int64_t bytes, const std::string& what);

}  // namespace ng
