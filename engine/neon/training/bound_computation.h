// SPDX-License-Identifier: Apache-2.0
// Computations with named inputs and outputs.
#pragma once

#include <map>
#include <string>

#include "engine/neon/data/batch_source.h"
#include "engine/session/transformer.h"

namespace ng::neon {

using NamedOps = std::map<std::string, Op>;

// Copies refer to the same computation and keep its transformer alive. Used by one thread at a
// time, together with its transformer.
class BoundComputation {
 public:
  // Calls the computation. `inputs` needs an array for every input; other entries are ignored.
  // Throws a key Error that lists missing inputs. Outputs without a value are omitted.
  Batch operator()(const Batch& inputs) const;
  // The arguments of the computation: its inputs sorted by name.
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

// Compiles for the transformer; throws the errors of Transformer::add_computation.
BoundComputation make_bound_computation(const TransformerPtr& transformer, NamedOps outputs,
                                        NamedOps inputs);

}  // namespace ng::neon
