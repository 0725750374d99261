// SPDX-License-Identifier: Apache-2.0
// A pole balanced on a cart, as ops (Barto, Sutton and Anderson 1983: "Neuronlike adaptive elements
// that can solve difficult learning control problems"). Any number of environments run
// simultaneously.
#pragma once

#include "engine/ngraph.h"

namespace sample {

struct CartPole {
  static constexpr double gravity = 9.8, cart_mass = 1.0, pole_mass = 0.1;
  static constexpr double half_length = 0.5;            // of the pole, m
  static constexpr double force = 10, step = 0.02;      // N, s
  static constexpr double far = 2.4;                    // limit of the distance from the middle, m
  static constexpr double steep = 0.20943951023931953;  // limit of the angle: 12 degrees
  static constexpr int longest = 200;                   // maximum number of steps of an episode

  // State of a cart: position, speed, the pole's angle from upright, and its angular speed
  // (m, m/s, rad, rad/s).
  ng::Axis S = ng::make_axis(4, "S");

  // The state after one Euler step. `state` is over S and an axis of environments, `right` over the
  // latter: 1 pushes to the right, 0 to the left.
  ng::Op next(const ng::Op& state, const ng::Op& right) const;
  // 1 where the cart or the pole exceeds its limit, else 0; over the environments.
  ng::Op fallen(const ng::Op& state) const;
  // Random initial state: position at most `reach` m from the middle, all other values within
  // 0.05 of 0; resampled at each run.
  ng::Op start(const ng::Axis& environments, double reach = 0.05) const;

 private:
  ng::Op part(const ng::Op& state, int i) const { return ng::slice_along_axis(state, S, i); }
};

}  // namespace sample
