// SPDX-License-Identifier: Apache-2.0
// Random programs whose values reach the limits of their types, of ops that every transformer
// computes to the same bits: integers of all widths, and floats in ops that round once.
#pragma once

#include "tests/fuzz/programs/program.h"

namespace ng::fuzz {

enum class LimitKind { integers, floats };

RandomProgram limit_program(LimitKind kind, std::uint64_t seed);

// Runs it on the reference, and on cpu with 1 and 3 threads and without fusion, or on gpu. Names
// the first element whose bits differ; empty if none does.
std::string limit_fault_on_cpu(const RandomProgram& program);
std::string limit_fault_on_gpu(const RandomProgram& program);

}  // namespace ng::fuzz
