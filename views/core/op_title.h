// SPDX-License-Identifier: Apache-2.0
// Titles of ops in lists that do not show their groups.
#pragma once

#include <QString>

#include "engine/records/record.h"

namespace ng::views {

// Variables get their layer's name as prefix ("hidden/W"), because every layer has its own W. Other
// ops have their plain name.
QString opTitle(const OpRecord& op);

}  // namespace ng::views
