// SPDX-License-Identifier: Apache-2.0
#include "views/graph/arrangement/group_names.h"

#include <QJsonArray>

#include "views/graph/arrangement/graph_arrangement.h"

namespace ng::views {

// Paths of the groups that are open or closed on the canvas.
QStringList groupNames(const Grouping& grouping, bool open) {
  const auto inside = [&grouping](const Group& group) {
    for (const Group* g = grouping.find(group.parent); g; g = grouping.find(g->parent))
      if (!grouping.isOpen(g->id)) return true;
    return false;
  };
  QStringList names;
  for (const Group& group : grouping.groups())
    if (!group.ops.empty() && grouping.isOpen(group.id) == open && !inside(group))
      names << QString::fromStdString(group.path);
  return names;
}

QJsonObject describeGroups(const Grouping& grouping) {
  return {{"by", QString::fromUtf8(name(grouping.by()))},
          {"open", QJsonArray::fromStringList(groupNames(grouping, true))},
          {"closed", QJsonArray::fromStringList(groupNames(grouping, false))}};
}

QStringList groupWords(const Grouping& grouping) {
  QStringList words{"--group", QString::fromUtf8(name(grouping.by()))};
  QStringList open = groupNames(grouping, true);
  if (groupNames(grouping, false).isEmpty() && !open.isEmpty()) open = {"all"};
  if (open.isEmpty() && grouping.by() != GroupBy::none) open = {"none"};
  for (const QString& each : open) words << "--open" << each;
  return words;
}

QString openOnly(Grouping& grouping, const QStringList& names) {
  if (names == QStringList{"all"}) return grouping.openAll(), QString();
  grouping.closeAll();
  if (names == QStringList{"none"}) return {};
  for (const QString& wanted : names) {
    bool found = false;
    for (const Group& group : grouping.groups()) {
      const std::string words = wanted.toStdString();
      if (group.path != words && group.title != words) continue;
      found = true;
      for (const Group* g = &group; g; g = grouping.find(g->parent)) grouping.setOpen(g->id, true);
    }
    if (found) continue;
    QStringList known;
    for (const Group& group : grouping.groups()) known << QString::fromStdString(group.path);
    return GraphArrangement::tr("Unknown group %1; groups: %2.")
        .arg(wanted, known.isEmpty() ? GraphArrangement::tr("none") : known.join(", "));
  }
  return {};
}

}  // namespace ng::views
