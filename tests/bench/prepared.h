// SPDX-License-Identifier: Apache-2.0
// A computation of ours with its arguments and room for its results, ready to be called.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ngraph.h"

namespace ng::bench {

// The same numbers in every peer: size * sin(1 + i * i % 173) for element i.
Tensor uneven(const Shape& shape, double size);

// Elements of a tensor at even distances, the first among them.
std::vector<double> sampled(const Tensor& tensor, int count);

class Prepared {
 public:
  // Of a computation node; `arguments` in the order of its parameters.
  Prepared(const Op& computation, std::vector<Tensor> arguments);

  Prepared(Prepared&&) = default;

  void call() { compiled_.call_raw(in_, out_); }
  void run() { compiled_.run(); }  // the steps alone, over the arguments of the last call
  const Computation& compiled() const { return compiled_; }
  // The first result after each of so many calls from the initial state: the losses of a training.
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
