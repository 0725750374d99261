// SPDX-License-Identifier: Apache-2.0
// Cases of loops.
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

// The state accumulates, the output is the previous state: 0, x0, x0 + x1 …
OpCase running_sum() {
  const Axis time = make_axis(3, "REC"), c = make_axis(2, "C");
  const Op x = placeholder({time, c});
  const ScanResult run = scan(time, {constant(Tensor(0.0), {c})}, {x},
                              [](const std::vector<Op>& states, const std::vector<Op>& elements) {
                                return ScanStep{{states[0] + elements[0]}, {states[0] * 1.5}};
                              });
  return {"scan",
          "running sums",
          {run.states[0], run.outputs[0]},
          {{x, Tensor::from(DType::f32, {3, 2}, std::vector<double>{1, 2, 3, 4, 5, 6})}},
          {{9, 12}, {0, 0, 1.5, 3, 6, 9}}};
}

// From the last element to the first, with a captured value: s = s * w + x.
OpCase reversed() {
  const Axis time = make_axis(3, "REC");
  const Op x = placeholder({time}), w = placeholder({});
  const ScanResult run = scan(time, {constant(Tensor(1.0))}, {x},
                              [&w](const std::vector<Op>& states, const std::vector<Op>& elements) {
                                const Op next = states[0] * w + elements[0];
                                return ScanStep{{next}, {next}};
                              },
                              {true});
  return {"scan",
          "from the last to the first",
          {run.outputs[0], run.states[0]},
          {{x, Tensor{1, 2, 3}}, {w, Tensor(2.0)}},
          {{25, 12, 5}, {25}}};
}

}  // namespace

std::vector<OpCase> loop_cases() {
  return {running_sum(), reversed()};
}

}  // namespace ng
