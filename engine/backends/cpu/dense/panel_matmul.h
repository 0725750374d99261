// SPDX-License-Identifier: Apache-2.0
// Matmul of float32 by own loops, with B in panels: two vectors' columns of all rows, one after the
// other. B is packed beforehand (Matmul::packed), or panel by panel while it is multiplied.
#pragma once

#include <cstdint>
#include <span>

#include "engine/backends/cpu/dense/matmul.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

// Elements of a packed B of `rows` x `columns`; its last panel is filled with zeros.
std::int64_t panel_floats(std::int64_t rows, std::int64_t columns);
// Packs B on the pool's threads.
void pack_panels(const MatrixPacking& packing, const float* from, float* to);

// The elements of the matmul's B in panels; 0 if other loops are faster, or if NGRAPH_DOT selects a
// library.
std::int64_t packed_matmul_floats(const Matmul& matmul);

// Is B packed, or a batch multiplied?
bool is_panel_matmul(const Matmul& matmul);

struct PanelMatmul {
  const Matmul* matmul;
  const float *a, *b;
  float* c;
};
// Computes all matmuls on the pool's threads, in one piece of work: all have the same A, and none
// reads another's C. `rows_made` is called for the rows of the last one's C. The results do not
// depend on the partition.
void panel_gemm(std::span<const PanelMatmul> matmuls, StepScratch& scratch,
                const RowsMade& rows_made = nullptr);

// The operands of product `index` of a batch.
PanelMatmul product_of(const PanelMatmul& batch, std::int64_t index);
// Distances of stored rows.
std::int64_t stride_of_a(const Matmul& matmul);
std::int64_t stride_of_c(const Matmul& matmul);
// Packs B of one product, to panel_floats(k, n) elements.
void pack_product(const PanelMatmul& product, float* to);
// The first `rows` rows of C, on this thread, with B packed.
void multiply_rows(const PanelMatmul& product, const float* packed, std::int64_t rows);

// Scratch bytes of one matmul.
std::int64_t panel_scratch(const Matmul& matmul);

}  // namespace ng
