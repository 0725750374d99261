// SPDX-License-Identifier: Apache-2.0
// Inspector page of a rewrite: rule, pass, and the ops removed and added.
#include <algorithm>

#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "engine/records/pass_record.h"
#include "views/core/selected_rewrite.h"
#include "views/inspector/header_card.h"
#include "views/inspector/subject_pages.h"
#include "views/widgets/link_row.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

bool in(const std::vector<OpId>& ops, OpId op) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

void addPart(SectionColumn& column, Workspace& workspace, const QString& heading,
             const std::vector<OpId>& ops) {
  if (ops.empty()) return;
  column.heading(heading, countText(static_cast<std::int64_t>(ops.size())));
  addOpRows(column, workspace, ops);
}

}  // namespace

RewriteCount countOf(const PassRecord& pass, const RewriteRecord& rewrite) {
  RewriteCount count;
  for (const OpId op : rewrite.removed) {
    if (in(pass.removed, op))
      ++count.gone;
    else if (const OpRecord* kept = pass.after->find(op); kept && kept->kernel != 0)
      ++count.inside;
  }
  for (const OpId op : rewrite.added) count.made += in(pass.added, op) ? 1 : 0;
  return count;
}

QString countsText(const RewriteCount& count) {
  QStringList parts;
  if (count.gone > 0) parts << QStringLiteral("−%1").arg(count.gone);
  if (count.made > 0) parts << QStringLiteral("+%1").arg(count.made);
  if (count.inside > 0) parts << QObject::tr("%1 inside").arg(count.inside);
  return parts.join(u' ');
}

void fillRewritePage(SectionColumn& column, Workspace& workspace, const PassRecord& pass,
                     const RewriteRecord& rewrite) {
  const RewriteCount count = countOf(pass, rewrite);
  const auto size = [](int value) { return QString::number(value); };
  auto* header = new HeaderCard;
  header->setTitle(QString::fromStdString(rewrite.rule),
                   QObject::tr("rewrite in %1").arg(QString::fromStdString(pass.name)));
  header->setSignature(rewriteOps(pass, rewrite));
  header->setTiles(
      {{u'−' + size(count.gone), QObject::tr("removed")},
       {u'+' + size(count.made), QObject::tr("added")},
       {rewrite.microseconds > 0 ? microsecondText(rewrite.microseconds) : QObject::tr("not timed"),
        QObject::tr("time")}});
  column.add(header);
  auto* row = new LinkRow(QObject::tr("pass"), QString::fromStdString(pass.name),
                          QString::fromStdString(pass.sentence));
  QObject::connect(row, &LinkRow::followed, &column, [&workspace] {
    workspace.selection.selectOp(0);
    goToPass(workspace, workspace.selection.pass());
  });
  column.add(row);
  addPart(column, workspace,
          count.inside > 0 ? QObject::tr("Applied to (now inside the new op)")
                           : QObject::tr("Applied to"),
          rewrite.removed);
  addPart(column, workspace, QObject::tr("Replaced by"), rewrite.added);
}

}  // namespace ng::views
