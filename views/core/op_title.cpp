// SPDX-License-Identifier: Apache-2.0
#include "views/core/op_title.h"

#include <map>
#include <unordered_map>

#include "engine/records/op_name.h"
#include "engine/records/op_record.h"

namespace ng::views {
namespace {

// The title with the scope part `depth` levels above the op's own layer: "residual/…/conv/W".
QString titleWith(const QStringList& scope, const QString& title, qsizetype depth) {
  const QString gap = depth > 1 ? QStringLiteral("/…/") : QStringLiteral("/");
  return scope[scope.size() - 1 - depth] + gap + title;
}

// Titles of ops that share `title`: each gets the nearest part of its scope that no other has.
void distinguish(const std::vector<const OpRecord*>& ops, const std::vector<int>& same,
                 const QString& title, QStringList& titles) {
  std::vector<QStringList> scopes;
  std::unordered_map<QString, int> uses;
  for (const int i : same) {
    scopes.push_back(QString::fromStdString(ops[static_cast<std::size_t>(i)]->scope).split(u'/'));
    for (qsizetype depth = 1; depth < scopes.back().size(); ++depth)
      ++uses[titleWith(scopes.back(), title, depth)];
  }
  for (std::size_t k = 0; k < same.size(); ++k) {
    QString& shown = titles[same[k]];
    for (qsizetype depth = 1; depth < scopes[k].size() && shown == title; ++depth) {
      const QString longer = titleWith(scopes[k], title, depth);
      if (uses[longer] == 1) shown = longer;
    }
    const OpRecord& op = *ops[static_cast<std::size_t>(same[k])];
    if (shown == title && !op.scope.empty()) shown = QString::fromStdString(full_name(op));
  }
}

}  // namespace

QString opTitle(const OpRecord& op) {
  const QString name = QString::fromStdString(op.name);
  const QString layer = QString::fromStdString(op.scope).section(u'/', -1);
  return op.family != Family::state || layer.isEmpty() ? name : layer + u'/' + name;
}

QStringList distinctTitles(const std::vector<const OpRecord*>& ops) {
  QStringList titles;
  std::map<QString, std::vector<int>> places;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    titles << opTitle(*ops[i]);
    places[titles.back()].push_back(static_cast<int>(i));
  }
  for (const auto& [title, same] : places)
    if (same.size() > 1) distinguish(ops, same, title, titles);
  return titles;
}

}  // namespace ng::views
