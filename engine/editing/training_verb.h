// SPDX-License-Identifier: Apache-2.0
// The verb that attaches a loss and an optimizer to an output, with a plan that trains.
#pragma once

#include "engine/editing/edit_context.h"

namespace ng::editing::verbs {

void training(EditContext& edit, const Statement& statement);

}  // namespace ng::editing::verbs
