// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/data.h"

#include <cmath>
#include <limits>

namespace ng::fuzz {
namespace {

using Sample = double (*)(Draws&);

double smooth(Draws& draws) {
  return 4 * draws.unit() - 2;
}
double whole(Draws& draws) {
  return static_cast<double>(draws.within(-4, 5));
}
double wide_whole(Draws& draws) {
  return static_cast<double>((1 << 24) + draws.within(0, 9));
}

// A value halfway between two neighbouring bfloat16 or float16 values, or slightly to one side.
double halfway(Draws& draws) {
  const double step = draws.chance(50) ? 0x1p-8 : 0x1p-11;
  const double middle = 1 + step * static_cast<double>(2 * draws.below(64) + 1);
  return middle + static_cast<double>(draws.within(-1, 1)) * 0x1p-30;
}

double with_zeros(Draws& draws) {
  const std::int64_t kind = draws.below(8);
  return kind == 0 ? 0.0 : kind == 1 ? -0.0 : smooth(draws);
}

double extreme(Draws& draws) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double choices[] = {inf,  -inf,   std::numeric_limits<double>::quiet_NaN(),
                                1e12, -1e-38, -0.0,
                                0.0,  1e-45,  88.9,
                                -104, 65504,  1};
  return draws.chance(30) ? draws.one_of(choices) : smooth(draws);
}

Sample sample_for(DType dtype, Draws& draws, bool wild) {
  if (wild && draws.chance(40)) return extreme;
  const std::int64_t kind = draws.below(100);
  if (!is_float(dtype)) {
    const bool is_wide = size_of(dtype) >= 4;
    return is_wide && kind < 15 ? wide_whole : whole;
  }
  if (kind < 70) return smooth;
  if (kind < 82) return whole;
  if (kind < 92) return with_zeros;
  return size_of(dtype) >= 4 ? halfway : smooth;
}

}  // namespace

Tensor random_tensor(DType dtype, const Shape& shape, Draws& draws, bool wild) {
  Tensor tensor(dtype, shape);
  const Sample sample = sample_for(dtype, draws, wild);
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, sample(draws));
  return tensor;
}

Tensor wild_tensor(DType dtype, const Shape& shape, Draws& draws) {
  Tensor tensor(dtype, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, extreme(draws));
  return tensor;
}

Tensor smooth_tensor(const Shape& shape, Draws& draws) {
  Tensor tensor(DType::f64, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.set(i, smooth(draws));
  return tensor;
}

Tensor random_indices(DType dtype, const Shape& shape, std::int64_t count, Draws& draws) {
  Tensor tensor(dtype, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.set(i, static_cast<double>(draws.below(count)));
  return tensor;
}

}  // namespace ng::fuzz
