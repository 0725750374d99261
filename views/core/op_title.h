// SPDX-License-Identifier: Apache-2.0
// How ops are called where they stand in a list without their groups.
#pragma once

#include <QString>

#include "engine/session/record.h"

namespace ng::views {

// Every layer has its W, so the layer is told too: "hidden/W". Other ops by their name alone.
QString opTitle(const OpRecord& op);

}  // namespace ng::views
