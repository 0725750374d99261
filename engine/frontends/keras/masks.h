// SPDX-License-Identifier: Apache-2.0
// Masks of Keras: which time steps of a value layers skip.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"

namespace ng::keras {

// Of a node that is a call of a layer: parameters that are given by keyword.
using Keywords = std::unordered_map<std::string, std::vector<std::string>>;  // by name of the node

// Passes the masks that Embedding and Masking make, and those that calls are given, from layer to
// layer as Keras 3 does when it runs them one after another. A layer that reads a mask gets it as
// an argument ("mask", "value_mask"); one that makes or joins masks, a result "NAME/mask" after its
// others. Nodes whose masks are not imported get the attribute "masked", the name of the mask.
// An argument "mask" of an Identity replaces the mask of its input. `functions` are the names of
// nodes that call functions of keras.ops whose results have no mask: all of them but casts to the
// type that a value has, which return it. `order` has the positions of all nodes, as Keras runs
// them.
void pass_masks(std::vector<onnx::Node>& nodes, const std::vector<std::size_t>& order,
                const std::unordered_set<std::string>& functions, const Keywords& keywords);

}  // namespace ng::keras
