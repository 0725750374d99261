// SPDX-License-Identifier: Apache-2.0
// Verbs that create and change single ops and axes.
#pragma once

#include "engine/editing/edit_context.h"

namespace ng::editing::verbs {

void make(EditContext& edit, const Statement& statement);
void remove(EditContext& edit, const Statement& statement);
void rename(EditContext& edit, const Statement& statement);
void set(EditContext& edit, const Statement& statement);
void move(EditContext& edit, const Statement& statement);
void make_axis(EditContext& edit, const Statement& statement);

}  // namespace ng::editing::verbs
