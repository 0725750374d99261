// SPDX-License-Identifier: Apache-2.0
// Computations that are called with arrays by name and give arrays by name.
#pragma once

#include <map>
#include <string>

#include "engine/neon/data/batch_source.h"
#include "engine/session/transformer.h"

namespace ng::neon {

using NamedOps = std::map<std::string, Op>;

// Copies refer to the same computation, and keep its transformer alive. Used by one thread at a
// time, with its transformer.
class BoundComputation {
 public:
  // An array for every input; others are left alone. Key Error that lists what is missing; outputs
  // without a value are left out.
  Batch operator()(const Batch& inputs) const;
  // What the computation is called with: the inputs by name, sorted.
  std::vector<Tensor> arguments(const Batch& inputs) const;

  const NamedOps& outputs() const { return outputs_; }
  const NamedOps& inputs() const { return inputs_; }
  const Op& node() const { return node_; }
  const Computation& computation() const { return computation_; }
  const TransformerPtr& transformer() const { return transformer_; }

 private:
  friend BoundComputation make_bound_computation(const TransformerPtr& transformer,
                                                 NamedOps outputs, NamedOps inputs);
  TransformerPtr transformer_;
  NamedOps outputs_, inputs_;
  Op node_;
  Computation computation_;
};

// Compiles for the transformer; refusals of Transformer::add_computation.
BoundComputation make_bound_computation(const TransformerPtr& transformer, NamedOps outputs,
                                        NamedOps inputs);

}  // namespace ng::neon
