// SPDX-License-Identifier: Apache-2.0
// Runs a grid: blocks in turn, the threads of a block as fibres that meet at barriers, shuffles and
// votes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/emulator/module.h"

namespace ng::emulator {

struct Launch {
  const Kernel* kernel = nullptr;
  Dim grid, block;
  std::vector<std::vector<std::byte>> arguments;  // values, by parameter
};

// Empty if the kernel ended well; else what it did: it touched memory that it must not touch, left
// a barrier unmet, or called __trap. Device memory must be accessible.
std::string run(const Launch& launch);

}  // namespace ng::emulator
