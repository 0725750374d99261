// SPDX-License-Identifier: Apache-2.0
// Combo box of transformers; a second line describes each, or says why it is unavailable.
#pragma once

#include <QComboBox>

#include "views/core/session/session.h"

namespace ng::views {

// Follows `session` and sets its transformer; unavailable transformers are disabled.
QComboBox* makeTransformerChoice(const Session& session);

}  // namespace ng::views
