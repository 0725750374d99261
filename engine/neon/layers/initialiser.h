// SPDX-License-Identifier: Apache-2.0
// What parameters start with (semantics 7.2). Random ones are samples by seed: a graph keeps four
// numbers, and every backend and process draws the same.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/ops/state.h"

namespace ng::neon {

// The initial value of a parameter over `axes`; shadow axes are its output side (fan out), the rest
// its input side (fan in).
using Initialiser = std::function<Initial(const Axes& axes, std::uint64_t seed)>;

Initialiser gaussian(double mean = 0, double deviation = 0.01);
Initialiser uniform(double low = -0.01, double high = 0.01);
Initialiser constant(double value = 0);
// Uniform within +-sqrt(6 / (fan in + fan out)). Glorot and Bengio: "Understanding the difficulty
// of training deep feedforward neural networks", 2010.
Initialiser glorot();
// Uniform within +-sqrt(3 / fan in).
Initialiser xavier();
// Normal with deviation sqrt(2 / fan in). He, Zhang, Ren, Sun: "Delving deep into rectifiers",
// 2015.
Initialiser kaiming();
// The numbers that `make` gives, called once for each parameter.
Initialiser numbers(std::function<Tensor(const Axes&)> make);
// This array; it broadcasts to the parameter's axes.
Initialiser numbers(const Tensor& value);

// Parameters made from now on draw their samples by another seed; 0 at first.
void seed_parameters(std::uint64_t seed);
// The seed of the parameter of this full name: the same in every process.
std::uint64_t seed_of(const std::string& parameter);

}  // namespace ng::neon
