// SPDX-License-Identifier: Apache-2.0
// One of our computations with its arguments and result buffers, ready to call.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ngraph.h"

namespace ng::bench {

// The same values in every peer: size * sin(1 + i * i % 173) for element i.
Tensor uneven(const Shape& shape, double size);

// Evenly spaced elements of a tensor, starting with the first.
std::vector<double> sampled(const Tensor& tensor, int count);

class Prepared {
 public:
  // `computation` is a computation node; `arguments` are in the order of its parameters.
  Prepared(const Op& computation, std::vector<Tensor> arguments);

  Prepared(Prepared&&) = default;

  void call() { compiled_.call_raw(in_, out_); }
  void run() { compiled_.run(); }  // only the steps, with the arguments of the last call
  const Computation& compiled() const { return compiled_; }
  // The first result of each of `calls` calls from the initial state, e.g. a training's losses.
  std::vector<double> first_numbers(int calls);
  // Some elements of the first result after a call.
  std::vector<double> sampled(int count);

 private:
  TransformerPtr transformer_;
  Computation compiled_;
  std::vector<Tensor> arguments_, results_;
  std::vector<const void*> in_;
  std::vector<void*> out_;
};

}  // namespace ng::bench
