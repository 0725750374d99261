// SPDX-License-Identifier: Apache-2.0
// Tensors that share their elements, and how a change of one reaches another.
#pragma once

#include <optional>
#include <string>

#include "engine/formats/pytorch/pt2_program.h"

namespace ng::pytorch {

// Types and layouts of the values of a graph.
struct ValueFacts {
  const std::unordered_map<std::string, onnx::ValueInfo>& types;
  const std::unordered_set<std::string>& row_major;
};

// Do the results of an op share their elements with its first argument? Some ops copy if they must,
// which depends on layouts that the file does not always tell.
enum class Sharing { none, certain, uncertain };
Sharing sharing_of(const Node& node, const ValueFacts& facts);

// A node that computes the viewed tensor from its old value and the new value of a view, which is
// the result `output` of `view`; with an empty target if it is the new value itself. Empty: it
// cannot be computed, as for an expanded tensor.
std::optional<Node> written_back(const Node& view, std::size_t output, const ValueFacts& facts);

}  // namespace ng::pytorch
