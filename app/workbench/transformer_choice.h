// SPDX-License-Identifier: Apache-2.0
// The combo of transformers: each with a second line that says what it runs on, or why it cannot.
#pragma once

#include <QComboBox>

#include "views/core/session.h"

namespace ng::views {

// Follows `session` and sets its transformer; those that are not available cannot be chosen.
QComboBox* makeTransformerChoice(Session& session);

}  // namespace ng::views
