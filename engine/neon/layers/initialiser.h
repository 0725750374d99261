// SPDX-License-Identifier: Apache-2.0
// Initial values of parameters. Random values are stored as a seed: the graph keeps
// four numbers, and all backends and processes draw the same values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/ops/state.h"

namespace ng::neon {

// Initial value of a parameter over `axes`. Shadow axes are its output side (fan out), the others
// its input side (fan in).
using Initialiser = std::function<Initial(const Axes& axes, std::uint64_t seed)>;

Initialiser gaussian(double mean = 0, double deviation = 0.01);
Initialiser uniform(double low = -0.01, double high = 0.01);
Initialiser constant(double value = 0);
// Uniform in +-sqrt(6 / (fan in + fan out)). Glorot and Bengio: "Understanding the difficulty of
// training deep feedforward neural networks", 2010.
Initialiser glorot();
// Uniform in +-sqrt(3 / fan in).
Initialiser xavier();
// Normal with standard deviation sqrt(2 / fan in). He, Zhang, Ren, Sun: "Delving deep into
// rectifiers", 2015.
Initialiser kaiming();
// The values that `make` returns; called once per parameter.
Initialiser numbers(std::function<Tensor(const Axes&)> make);
// This array, broadcast to the parameter's axes.
Initialiser numbers(const Tensor& value);

// Sets the seed for parameters created from now on; initially 0.
void seed_parameters(std::uint64_t seed);
// Seed of the parameter with this full name: the same in every process.
std::uint64_t seed_of(const std::string& parameter);

}  // namespace ng::neon
