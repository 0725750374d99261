// SPDX-License-Identifier: Apache-2.0
// Titles of ops in lists that do not show their groups.
#pragma once

#include <QStringList>
#include <vector>

#include "engine/records/records.h"

namespace ng::views {

// Variables get their layer's name as prefix ("hidden/W"), because every layer has its own W. Other
// ops have their plain name.
QString opTitle(const OpRecord& op);

// Titles of ops that are listed together. Where opTitle() is the same, the nearest part of the
// scope that differs precedes it: "residual_1/…/conv/W".
QStringList distinctTitles(const std::vector<const OpRecord*>& ops);

}  // namespace ng::views
