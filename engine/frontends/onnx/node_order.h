// SPDX-License-Identifier: Apache-2.0
// The nodes of a graph, operands first.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"

namespace ng::onnx {

// Keeps the file's order where it allows it. Values that no node of the graph defines come from
// outside. Throws a bad_file Error for a cycle and for a value that two nodes define. `path` names
// the file.
std::vector<const Node*> ordered_nodes(const std::vector<Node>& nodes, const std::string& path);

// What the nodes of a graph and its outputs read, also inside their graphs; names may repeat.
std::vector<std::string> names_read(const Graph& graph);

// "Conv node 'conv1'", for messages.
std::string describe(const Node& node);

// Where helper ops of a node are named: by the node, else by its first result.
std::string scope_of(const Node& node);

// The name of an op for the name of a value: without leading slashes.
std::string without_slash(const std::string& name);

// Throws a bad_file Error for a value of the model in the file at `path`.
[[noreturn]] void refuse_value(const std::string& path, const std::string& what,
                               const std::string& name);

}  // namespace ng::onnx
