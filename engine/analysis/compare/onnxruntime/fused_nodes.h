// SPDX-License-Identifier: Apache-2.0
// The nodes of a model's file that a node of ONNX Runtime's optimized graph computes.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"

namespace ng {

class FusedNodes {
 public:
  explicit FusedNodes(const onnx::Graph& graph);  // outlives this object

  // By the name and type in ONNX Runtime's profile: nodes of the file in the order of
  // computation, by their names in the metadata of imported ops. Empty: ONNX Runtime has added the
  // node, or its name tells nothing.
  //
  // Most nodes keep their name. A convolution in ONNX Runtime's own layout is named by its result
  // with "_nchwc"; it also computes the activation and the sum that end in that result, so that the
  // nodes before it are followed up to one of the type.
  std::vector<std::string> of(const std::string& name, const std::string& type) const;

 private:
  const onnx::Node* made(const std::string& value) const;  // null: an input or an initializer

  std::unordered_map<std::string, const onnx::Node*> by_name_, by_result_;
};

}  // namespace ng
