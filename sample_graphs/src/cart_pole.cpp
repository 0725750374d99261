// SPDX-License-Identifier: Apache-2.0
#include "sample_graphs/src/cart_pole.h"

namespace sample {

ng::Op CartPole::next(const ng::Op& state, const ng::Op& right) const {
  const ng::Op x = part(state, 0), speed = part(state, 1);
  const ng::Op angle = part(state, 2), turning = part(state, 3);
  constexpr double mass = cart_mass + pole_mass, leverage = pole_mass * half_length;

  const ng::Op push = (force * (2 * right - 1)).named("push");
  const ng::Op sine = ng::sin(angle), cosine = ng::cos(angle);
  const ng::Op pull = (push + leverage * ng::square(turning) * sine) / mass;
  const ng::Op angular = ((gravity * sine - cosine * pull) /
                          (half_length * (4.0 / 3 - pole_mass / mass * ng::square(cosine))))
                             .named("angular_acceleration");
  const ng::Op linear = (pull - leverage / mass * angular * cosine).named("acceleration");
  return ng::stack(
      {x + step * speed, speed + step * linear, angle + step * turning, turning + step * angular},
      S);
}

ng::Op CartPole::fallen(const ng::Op& state) const {
  return ng::maximum(ng::greater(ng::absolute(part(state, 0)), far),
                     ng::greater(ng::absolute(part(state, 2)), steep));
}

ng::Op CartPole::start(const ng::Axis& environments, double reach) const {
  ng::Tensor widths(ng::DType::f32, {4});
  for (int i = 0; i < 4; ++i) widths.set(i, i == 0 ? reach : 0.05);
  const ng::Op nothing = ng::constant(ng::Tensor(0.0), {S, environments});
  return ng::constant(widths, ng::Axes(S)) * ng::uniform(nothing, -1, 1);
}

}  // namespace sample
