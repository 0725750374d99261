// SPDX-License-Identifier: Apache-2.0
// The node of an imported model (ONNX, TensorFlow) that an op comes from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng {

// Key of an op's metadata whose value is the node's name.
inline constexpr const char* model_node_key = "node";

// Key of the name that a weight has in the model's file, if its op has another.
inline constexpr const char* name_in_file_key = "name in file";

// Is it a key under which an importer says where an op comes from: a node, its type, a weight?
bool is_origin_key(std::string_view key);

struct ModelNode {
  std::string name;  // "layer1/conv1/Conv"
  std::string type;  // "Conv"
  bool operator==(const ModelNode&) const = default;
};

// Nullopt: the op comes from no node, as weights and the ops of other documents do.
std::optional<ModelNode> model_node(const OpRecord& op);
// The nodes of `ops` in `graph`, each once, in the order of `ops`. Views count only if no other op
// is of a node: a kernel may write its result as the next node reads it.
std::vector<ModelNode> model_nodes(const GraphRecord& graph, const std::vector<OpId>& ops);
// Their names, at most three: "layer1/conv1/Conv, layer1/relu/Relu"; empty: none. Null graph: none.
std::string model_nodes_text(const GraphRecordPtr& graph, const std::vector<OpId>& ops);
// What a step does, for a timeline; the nodes, if there are any, on a line of their own.
std::string step_detail(const GraphRecordPtr& graph, const StepRecord& step);

}  // namespace ng
