// SPDX-License-Identifier: Apache-2.0
// Reads the arguments of a program's nodes before they are converted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/formats/pytorch/pt2_program.h"

namespace ng::pytorch {

// "add" of "torch.ops.aten.add.Tensor", the plain name of a synonym; empty: of another namespace.
std::string_view aten_name(const Node& node);
// Null: the node does not give it.
const Argument* find_argument(const Node& node, std::string_view name);
// A single integer that the program writes; empty for booleans and for symbols.
std::optional<std::int64_t> literal_integer(const Node& node, std::string_view name);

}  // namespace ng::pytorch
