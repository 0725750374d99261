// SPDX-License-Identifier: Apache-2.0
// Verbs that change computations, the run plan and the document's texts.
#pragma once

#include <cstdint>

#include "engine/editing/edit_context.h"

namespace ng::editing::verbs {

constexpr std::int64_t most_of_plan = std::int64_t{1} << 40;  // epochs or samples of a document

// Refuses a file or folder that a document cannot refer to.
void require_inside(const char* what, const std::string& reference, int column);

void computation(EditContext& edit, const Statement& statement);
void feed(EditContext& edit, const Statement& statement);
void data(EditContext& edit, const Statement& statement);
void plan(EditContext& edit, const Statement& statement);
void plot(EditContext& edit, const Statement& statement);
void describe(EditContext& edit, const Statement& statement);

}  // namespace ng::editing::verbs
