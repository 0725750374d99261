// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/bound_computation.h"

#include "engine/base/error.h"

namespace ng::neon {
namespace {

template <class Map>
std::string keys(const Map& map) {
  std::string text;
  for (const auto& [key, value] : map) text += (text.empty() ? "" : ", ") + key;
  return text.empty() ? "nothing" : text;
}

std::vector<Op> ops(const NamedOps& named) {
  std::vector<Op> list;
  for (const auto& [name, op] : named) list.push_back(op);
  return list;
}

}  // namespace

std::vector<Tensor> BoundComputation::arguments(const Batch& inputs) const {
  std::vector<Tensor> list;
  for (const auto& [name, op] : inputs_) {
    const auto found = inputs.find(name);
    if (found == inputs.end()) {
      Diagnostic diagnostic;
      diagnostic.what = "the call lacks the input '" + name + "'";
      diagnostic.found = keys(inputs);
      diagnostic.expected = keys(inputs_);
      refuse(ErrorKind::key, std::move(diagnostic));
    }
    list.push_back(found->second);
  }
  return list;
}

Batch BoundComputation::operator()(const Batch& inputs) const {
  const Results results = computation_.call(arguments(inputs));
  Batch named;
  std::size_t i = 0;
  for (const auto& [name, op] : outputs_) {
    if (results.has_value(i)) named[name] = results[i];
    ++i;
  }
  return named;
}

BoundComputation make_bound_computation(const TransformerPtr& transformer, NamedOps outputs,
                                        NamedOps inputs) {
  BoundComputation bound;
  bound.transformer_ = transformer;
  bound.outputs_ = std::move(outputs);
  bound.inputs_ = std::move(inputs);
  bound.node_ = computation(ops(bound.outputs_), ops(bound.inputs_));
  bound.computation_ = transformer->add_computation(bound.node_);
  return bound;
}

}  // namespace ng::neon
