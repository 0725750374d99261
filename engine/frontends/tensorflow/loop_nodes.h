// SPDX-License-Identifier: Apache-2.0
// The nodes that stand for a While: a Loop of ONNX, and what its limits and results need.
#pragma once

#include "engine/formats/onnx/onnx_model.h"
#include "engine/frontends/tensorflow/loop_plan.h"

namespace ng::tensorflow {

class LoopNodes {
 public:
  // `plain` has name and place of the While, `loop` also its inputs and outputs.
  LoopNodes(onnx::Node plain, onnx::Node loop, const LoopPlan& plan, std::vector<onnx::Node>& nodes)
      : plain_(std::move(plain)), loop_(std::move(loop)), plan_(plan), nodes_(nodes) {}

  // `function` returns the states, then the elements of lists.
  void add(const std::string& function);

 private:
  std::string value(const std::string& part) const { return loop_.name + "/" + part; }
  // A node of TensorFlow with one result, which is returned.
  std::string add_node(const char* op, std::vector<std::string> inputs, std::string result,
                       std::vector<onnx::Node>& nodes,
                       std::vector<onnx::Attribute> attributes = {});
  std::string trip_count();
  std::shared_ptr<const onnx::Graph> body(const std::string& function);
  void add_results();
  bool wants(std::size_t i) const { return i < loop_.outputs.size() && !loop_.outputs[i].empty(); }

  onnx::Node plain_, loop_;
  const LoopPlan& plan_;
  std::vector<onnx::Node>& nodes_;
  std::string trips_;
};

}  // namespace ng::tensorflow
