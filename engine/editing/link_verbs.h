// SPDX-License-Identifier: Apache-2.0
// Verbs that connect and disconnect operands.
#pragma once

#include "engine/editing/edit_context.h"

namespace ng::editing::verbs {

void connect(EditContext& edit, const Statement& statement);
void disconnect(EditContext& edit, const Statement& statement);

// Marks the op as waiting; it is rebuilt once all its operands are connected.
void set_operand(EditContext& edit, RowId id, std::size_t index, OperandModel operand);
// Refuses an edit of an op that only a program can change.
[[noreturn]] void refuse_loop(const OpModel& row, int column);

}  // namespace ng::editing::verbs
