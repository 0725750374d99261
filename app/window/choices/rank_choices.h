// SPDX-License-Identifier: Apache-2.0
// How a graph can be divided among ranks, to choose from.
#pragma once

#include <QStringList>

#include "views/core/session/compilations.h"

namespace ng::views {

// Texts as of Compilations::ranks(): one process, the batch among 2, 4 and 8 ranks, the largest
// axes of variables among 2, as far as these numbers divide the axis's length; and the current one.
// Empty if the program cannot be divided.
QStringList rankChoices(const Compilations& compilations);
// "one process", "N=2".
QString rankTitle(const QString& ranks);

}  // namespace ng::views
