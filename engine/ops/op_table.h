// SPDX-License-Identifier: Apache-2.0
// The table of all ops.
#pragma once

#include <span>
#include <string_view>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

std::span<const OpDef* const> op_table();
// Null if there is no op with this name.
const OpDef* find_op(std::string_view name);

}  // namespace ng
