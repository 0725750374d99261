// SPDX-License-Identifier: Apache-2.0
// The one list of ops.
#pragma once

#include <span>
#include <string_view>

#include "engine/graph/op_def.h"

namespace ng {

std::span<const OpDef* const> op_table();
// Null when there is no such op.
const OpDef* find_op(std::string_view name);

}  // namespace ng
