// SPDX-License-Identifier: Apache-2.0
// Cases of random samples: the first samples of the stream with seed 7.
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

// Samples over (C 2, N 2). x gives the axes and formally receives the gradient d; differences
// cannot check it, because the samples do not depend on x.
template <class Sample>
OpCase samples_of(const std::string& op, Sample sample, std::vector<double> expected) {
  const Op x = placeholder(Axes{make_axis(2, "C"), make_axis(2, "N")});
  return {op,
          "the first run",
          {sample(x, random_state(7))},
          {{x, Tensor::from(DType::f32, {2, 2}, std::vector<double>{1, 2, 3, 4})}},
          {std::move(expected)},
          false};
}

}  // namespace

std::vector<OpCase> random_cases() {
  return {
      samples_of("uniform", [](const Op& x, const Op& state) { return uniform(x, -1, 3, state); },
                 {2.81838846, .627841473, -.975699663, .560796261}),
      samples_of("normal", [](const Op& x, const Op& state) { return normal(x, 2, .5, state); },
                 {2.00014573, 2.18820173, 3.59517499, 1.99944638}),
  };
}

}  // namespace ng
