// SPDX-License-Identifier: Apache-2.0
// Writes a program as constant tables of the C runtime, and its kernels as C++ units.
#pragma once

#include <string>
#include <vector>

#include "engine/deploy/deployed_program.h"

namespace ng {

struct ProgramTables {
  std::string text;                // C
  std::vector<std::string> units;  // C++
};

// The text defines `static const ngr_model model`.
ProgramTables program_tables(const DeployedProgram& program);

// The bytes as an array of 64-bit words, aligned to 64: `const uint64_t NAME[]`.
std::string word_array(const std::string& name, const std::byte* bytes, std::size_t count);

}  // namespace ng
