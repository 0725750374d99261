// SPDX-License-Identifier: Apache-2.0
// Products of a few rows and a panel of two vectors' columns, whose sums stay in registers.
#include "engine/backends/cpu/lanes/lane_tile.h"

namespace ng::NGRAPH_WIDTH {
namespace {

// The pointers advance in registers; otherwise the compiler derives one for each row, and spills.
inline void keep([[maybe_unused]] const float*& pointer) {
#ifdef __x86_64__
  asm("" : "+r"(pointer));
#endif
}

template <int Rows>
void multiply_rows(const float* a, std::int64_t a_stride, const float* b, std::int64_t depth,
                   float* c, std::int64_t c_stride) {
  constexpr int each = 3, pointers = (Rows + each - 1) / each;  // rows per pointer
  for (std::int64_t at = 0; at == 0 || at < depth; at += stretch) {
    const std::int64_t end = depth - at < stretch ? depth : at + stretch;
    Vector sum[Rows][2];
    const float* from[pointers];
    clear(sum);
#pragma GCC unroll 5
    for (int p = 0; p < pointers; ++p) from[p] = a + at + each * p * a_stride;
    for (std::int64_t i = at; i < end; ++i, b += 2 * lanes) {
      const Vector left = load(b), right = load(b + lanes);
#pragma GCC unroll 14
      for (int r = 0; r < Rows; ++r) {
        const Vector weight = from[r / each][(r % each) * a_stride] - Vector{};
        sum[r][0] += weight * left;
        sum[r][1] += weight * right;
      }
#pragma GCC unroll 5
      for (int p = 0; p < pointers; ++p) {
        ++from[p];
        keep(from[p]);
      }
    }
    add_to(c, c_stride, at == 0, sum);
  }
}

}  // namespace

constinit const Multiply multiply[14] = {
    multiply_rows<1>,  multiply_rows<2>,  multiply_rows<3>,  multiply_rows<4>, multiply_rows<5>,
    multiply_rows<6>,  multiply_rows<7>,  multiply_rows<8>,  multiply_rows<9>, multiply_rows<10>,
    multiply_rows<11>, multiply_rows<12>, multiply_rows<13>, multiply_rows<14>};

}  // namespace ng::NGRAPH_WIDTH
