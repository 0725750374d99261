// SPDX-License-Identifier: Apache-2.0
#include "views/core/selected_rewrite.h"

#include <QStringList>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {
namespace {

constexpr int mostNamed = 6;  // more names, as for the ops of a kernel, are only counted

QString namesOf(const GraphRecord& graph, const std::vector<OpId>& ops) {
  QStringList names;
  int more = 0;
  for (const OpId op : ops)
    if (const OpRecord* record = graph.find(op)) {
      if (names.size() < mostNamed)
        names << QString::fromStdString(record->name);
      else
        ++more;
    }
  const QString text = names.join(", ");
  return more > 0 ? QObject::tr("%1 and %2 more").arg(text).arg(more) : text;
}

// Whether `all` begins with the elements of `part`.
bool startsWith(const std::vector<OpId>& all, const std::vector<OpId>& part) {
  return all.size() >= part.size() && std::equal(part.begin(), part.end(), all.begin());
}

}  // namespace

QString rewriteOps(const PassRecord& pass, const RewriteRecord& rewrite) {
  const QString gone = namesOf(*pass.before, rewrite.removed);
  const QString made = namesOf(*pass.after, rewrite.added);
  if (made.isEmpty()) return gone;
  return gone.isEmpty() ? QStringLiteral("→ ") + made : gone + QStringLiteral(" → ") + made;
}

QString rewriteTitle(const PassRecord& pass, const RewriteRecord& rewrite) {
  const QString rule = QString::fromStdString(rewrite.rule);
  return rewrite.rule == pass.name ? rule + u' ' + rewriteOps(pass, rewrite) : rule;
}

void selectRewrite(Selection& selection, const PassRecord& pass, const RewriteRecord& rewrite) {
  SelectedGroup group{rewriteTitle(pass, rewrite), rewrite.added};
  group.ops.insert(group.ops.end(), rewrite.removed.begin(), rewrite.removed.end());
  const OpId value = group.ops.empty() ? 0 : group.ops.front();
  selection.selectGroup(std::move(group), value);
}

SelectedRewrite selectedRewrite(const CompilationRecordPtr& compilation,
                                const SelectionState& state) {
  const auto index = static_cast<std::size_t>(std::max(state.pass, 0));
  if (!compilation || !state.group || state.pass == asWritten ||
      index >= compilation->passes.size())
    return {};
  const PassRecord& pass = compilation->passes[index];
  const std::vector<OpId>& ops = state.group->ops;
  for (const RewriteRecord& each : pass.rewrites) {
    const bool same = ops.size() == each.added.size() + each.removed.size() &&
                      startsWith(ops, each.added) &&
                      std::equal(each.removed.begin(), each.removed.end(),
                                 ops.begin() + static_cast<std::ptrdiff_t>(each.added.size()));
    if (same && state.group->title == rewriteTitle(pass, each)) return {&pass, &each};
  }
  return {};
}

}  // namespace ng::views
