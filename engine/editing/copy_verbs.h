// SPDX-License-Identifier: Apache-2.0
// Verbs that copy ops within a document and paste ops of another one.
#pragma once

#include "engine/editing/edit_context.h"

namespace ng::editing::verbs {

void copy(EditContext& edit, const Statement& statement);
void paste(EditContext& edit, const Statement& statement);

}  // namespace ng::editing::verbs
