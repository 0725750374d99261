// SPDX-License-Identifier: Apache-2.0
// Ops that run graphs: cond, scan, map and while_loop become If, Scan and Loop of ONNX, and
// the graph of a no_grad its nodes.
#pragma once

#include <string>

#include "engine/formats/pytorch/pt2_program.h"

namespace ng::pytorch {

class GraphConverter;

// Adds the node if it is such an op, in the form that is known; else returns false.
bool add_graphs(GraphConverter& outer, const Node& node, const std::string& op_type);

}  // namespace ng::pytorch
