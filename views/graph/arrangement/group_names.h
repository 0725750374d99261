// SPDX-License-Identifier: Apache-2.0
// Groups by name: for the command line, the saved state and the JSON description.
#pragma once

#include <QJsonObject>
#include <QStringList>

#include "views/layout/groups/grouping.h"

namespace ng::views {

// Paths of the groups that are open or closed on the canvas.
QStringList groupNames(const Grouping& grouping, bool open);
QJsonObject describeGroups(const Grouping& grouping);
// The command-line words that open these groups.
QStringList groupWords(const Grouping& grouping);
// Opens these groups, by path or title, with the groups around them, and closes all others.
// Returns an error text; empty on success.
QString openOnly(Grouping& grouping, const QStringList& names);

}  // namespace ng::views
