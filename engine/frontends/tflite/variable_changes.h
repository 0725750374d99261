// SPDX-License-Identifier: Apache-2.0
// Which operators of a TensorFlow Lite model may change variables, found without converting them.
#pragma once

#include <vector>

#include "engine/formats/tflite/tflite_model.h"

namespace ng::tflite {

class VariableChanges {
 public:
  // `model` must outlive this object.
  explicit VariableChanges(const Model& model);

  // May the graph, or one that it runs, change a variable?
  bool in_graph(std::size_t graph) const { return changing_[graph]; }
  // May the operator of `graph`? True for an unknown operator that is given a resource.
  bool by(const Operator& op, const Graph& graph) const;

 private:
  const Model& model_;
  std::vector<bool> changing_;  // by graph
};

// The graphs that an IF or WHILE runs; none for other operators, nor graphs that do not exist.
std::vector<std::size_t> graphs_run_by(const Operator& op, const Model& model);

// Is the tensor the handle of a variable, or of another resource?
bool is_resource(const Tensor& tensor);

}  // namespace ng::tflite
