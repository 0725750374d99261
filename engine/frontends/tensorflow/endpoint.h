// SPDX-License-Identifier: Apache-2.0
// References to results of nodes: "node", "node:1", in functions "node:output:0".
#pragma once

#include <string>

#include "engine/formats/tensorflow/tensorflow_model.h"

namespace ng::tensorflow {

struct Endpoint {
  std::string node;
  std::size_t index = 0;

  // The name of the value in the converted model.
  std::string value() const { return index == 0 ? node : node + ":" + std::to_string(index); }
};

inline bool is_control(const std::string& input) {
  return input.starts_with('^');
}

// An input of a node of the main graph. Throws a bad_file Error that names `user`.
Endpoint endpoint_of(const std::string& input, const NodeDef* user, const std::string& path);

// An input of a node of a function, whose outputs are named. `op` is the type of the referred node,
// empty for an argument.
Endpoint function_endpoint(const std::string& input, std::string_view op, const NodeDef* user,
                           const std::string& path);

// Throws a bad_file Error that names the node.
[[noreturn]] void refuse_node(const NodeDef* node, const std::string& path, std::string what,
                              std::string found, std::string expected = {});

}  // namespace ng::tensorflow
