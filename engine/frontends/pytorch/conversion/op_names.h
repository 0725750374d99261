// SPDX-License-Identifier: Apache-2.0
// The names of ops in programs of torch.export, and which ops change their operand.
#pragma once

#include <string>

#include "engine/formats/pytorch/pt2_program.h"

namespace ng::pytorch {

inline constexpr std::string_view op_domain = "pytorch";
// Marks an unknown op of a program that run_decompositions() has composed of others.
inline constexpr const char* decomposed_key = "decomposed";
inline constexpr const char* refused_op = "refused";  // reads a view whose elements have changed
inline constexpr const char* update_op = "update";    // gives a buffer a new value

// "aten.add.Tensor" of "torch.ops.aten.add.Tensor"; "operator.add" of "_operator.add". Synonyms get
// the plain name: "aten.mul.Tensor" of "torch.ops.aten.multiply.Tensor".
std::string op_type_of(const std::string& target);
// The name of an op without the underscore of one that changes its operand: "aten.relu.default" of
// "aten.relu_.default", "aten.__and__.Tensor" of "aten.__iand__.Tensor". Empty if it changes none.
std::string functional_name(const std::string& op_type);
// Does the op change its first argument?
bool changes_operand(const Node& node);

}  // namespace ng::pytorch
