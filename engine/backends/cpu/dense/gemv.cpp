// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/gemv.h"

#include <algorithm>

#include "engine/backends/cpu/dense/partial_sums.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

constexpr std::int64_t part_elements = 1 << 17;  // matrix elements per part: about 20 µs

// A matrix of `outputs` x `depth` and a vector of `depth` elements. With `deep`, the elements of
// one output are contiguous, else the elements of one position of the depth.
struct MatrixAndVector {
  const float *matrix, *vector;
  std::int64_t outputs, depth;
  bool deep;
};

MatrixAndVector of(const Matmul& p, const float* a, const float* b) {
  if (p.n == 1) return {a, b, p.m, p.k, !p.transpose_a};
  return {b, a, p.n, p.k, p.transpose_b};
}

// Computes `outputs` outputs from `first` on, over `depth` positions from `begin` on.
void multiply(const MatrixAndVector& x, std::int64_t first, std::int64_t outputs,
              std::int64_t begin, std::int64_t depth, float* to) {
  const LaneKernels& kernels = lane_kernels();
  if (x.deep) {
    kernels.dot_rows(x.matrix + first * x.depth + begin, x.depth, outputs, x.vector + begin, depth,
                     to);
  } else {
    kernels.weigh_rows(x.matrix + begin * x.outputs + first, x.outputs, depth, x.vector + begin,
                       outputs, to);
  }
}

void finish(const Matmul& p, const float* sums, std::int64_t count, float* c) {
  const auto alpha = static_cast<float>(p.alpha);
  for (std::int64_t i = 0; i < count; ++i) c[i] = p.accumulate ? c[i] + alpha * sums[i] : sums[i];
}

// Splits by outputs.
void by_outputs(const Matmul& p, const MatrixAndVector& x, float* c) {
  const std::int64_t least = x.deep ? 4 : 256;  // fewest outputs for efficient reads
  const std::int64_t each = std::max(least, part_elements / x.depth);
  const std::int64_t parts = (x.outputs + each - 1) / each;
  const auto one = [&](int part) {
    constexpr std::int64_t most = 256;
    float sums[most];
    const std::int64_t end = std::min(x.outputs, (part + 1) * each);
    for (std::int64_t at = part * each; at < end; at += most) {
      const std::int64_t count = std::min(most, end - at);
      multiply(x, at, count, 0, x.depth, sums);
      finish(p, sums, count, c + at);
    }
  };
  if (parts == 1) return one(0);
  ThreadPool::shared().parallel_for(static_cast<int>(parts), one);
}

// Partition by depth: few outputs with a large depth, or rows of outputs, which are then read
// contiguously.
bool is_deep(const MatrixAndVector& x) {
  const std::int64_t few_outputs = x.deep ? 512 : 8192;
  return x.outputs <= few_outputs && x.depth * x.outputs >= 2 * part_elements;
}

PartialSums sums_by_depth(const MatrixAndVector& x) {
  return {x.outputs, x.depth * x.outputs / part_elements};
}

// Splits by depth, with partial sums.
void by_depth(const Matmul& p, const MatrixAndVector& x, float* c, StepScratch& scratch) {
  const PartialSums partial = sums_by_depth(x);
  float* const sums = scratch.floats(partial.bytes());
  partial.make(sums, [&](std::int64_t part, std::int64_t parts, float* own) {
    const std::int64_t begin = x.depth * part / parts, end = x.depth * (part + 1) / parts;
    multiply(x, 0, x.outputs, begin, end - begin, own);
  });
  finish(p, sums, x.outputs, c);
}

}  // namespace

bool is_gemv(const Matmul& p) {
  return p.dtype == DType::f32 && (p.m == 1 || p.n == 1);
}

void gemv(const Matmul& p, const float* a, const float* b, float* c, StepScratch& scratch) {
  const MatrixAndVector x = of(p, a, b);
  if (is_deep(x)) return by_depth(p, x, c, scratch);
  by_outputs(p, x, c);
}

std::int64_t gemv_scratch(const Matmul& p) {
  const MatrixAndVector x = of(p, nullptr, nullptr);
  return is_deep(x) ? sums_by_depth(x).bytes() : 0;
}

}  // namespace ng
