// SPDX-License-Identifier: Apache-2.0
// Weights of matmuls in the backend's own order, made by a step that runs once, or before a loop.
#pragma once

#include <functional>

#include "engine/runtime/program.h"

namespace ng {

// Elements of a matmul's packed B; 0: the backend does not pack it.
using PackedFloats = std::function<std::int64_t(const Matmul&)>;

// Adds a MatrixPacking step for each matmul whose B (or, of a matrix and a column, A) depends only
// on variables that the program does not change, or does not change in the iterations of a loop.
// Matmuls of the same matrix share it.
void add_matrix_packing(Program& program, const PackedFloats& packed_floats);

}  // namespace ng
