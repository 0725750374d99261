// SPDX-License-Identifier: Apache-2.0
// Inspector page of a pass: summary, condition and reason, rewrites, and text diff.
#include <QLabel>
#include <algorithm>
#include <atomic>
#include <memory>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "views/core/jobs.h"
#include "views/core/selected_rewrite.h"
#include "views/inspector/header_card.h"
#include "views/inspector/subject_pages.h"
#include "views/widgets/code/line_diff.h"
#include "views/widgets/code/text_diff.h"
#include "views/widgets/link_row.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int mostRewrites = 40, highestDiff = 420;
constexpr std::size_t mostAtOnce = 5'000;  // ops; larger graphs are compared in a background job

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

QString sizeText(std::size_t size) {
  return countText(static_cast<std::int64_t>(size));
}

void addRewrites(SectionColumn& column, Workspace& workspace,
                 const std::shared_ptr<const PassRecord>& of) {
  const PassRecord& pass = *of;
  if (pass.rewrites.empty()) return;
  column.heading(QObject::tr("Rewrites"), sizeText(pass.rewrites.size()));
  int shown = 0;
  for (const RewriteRecord& rewrite : pass.rewrites) {
    if (++shown > mostRewrites) break;
    const QString ops = rewriteOps(pass, rewrite);
    const QString title = rewrite.rule == pass.name ? ops : text(rewrite.rule) + ": " + ops;
    const QString time =
        rewrite.microseconds > 0 ? microsecondText(rewrite.microseconds) : QString();
    auto* row =
        new LinkRow(QString(), title, (countsText(countOf(pass, rewrite)) + "  " + time).trimmed());
    row->setToolTip(text(rewrite.rule) + u'\n' + ops);
    QObject::connect(row, &LinkRow::followed, &column, [&workspace, of, &rewrite] {
      selectRewrite(workspace.selection, *of, rewrite);
      workspace.selection.reveal(Facet::op);
    });
    column.add(row);
  }
  const int hidden = static_cast<int>(pass.rewrites.size()) - mostRewrites;
  if (hidden > 0) column.paragraph(QObject::tr("and %1 more, listed in Passes").arg(hidden), true);
}

std::vector<DiffRow> difference(const PassRecord& pass) {
  return lineDiff(text(pass.text_before), text(pass.text_after));
}

QString changesText(const DiffCount& changes) {
  return QStringLiteral("−%1 +%2").arg(changes.removed).arg(changes.added);
}

void show(TextDiff& diff, std::vector<DiffRow> rows) {
  diff.setRows(std::move(rows), Language::program);
  diff.setFixedHeight(std::min(highestDiff, diff.contentHeight() + 4));
}

// Printing and comparing 100,000 lines takes seconds.
void compareInAJob(SectionColumn& column, TextDiff* diff, Jobs& jobs,
                   std::shared_ptr<const PassRecord> pass) {
  column.heading(QObject::tr("Text before and after"));
  QLabel* note = column.paragraph(QObject::tr("Comparing the texts …"), true);
  diff->hide();
  column.add(diff);
  auto wanted = std::make_shared<std::atomic<bool>>(true);  // false once the page is destroyed
  QObject::connect(diff, &QObject::destroyed, [wanted] { *wanted = false; });
  jobs.start(QObject::tr("Comparing the texts of %1").arg(text(pass->name)),
             [wanted, diff, note, pass](JobContext&) -> Jobs::Done {
               if (!*wanted) return {};
               return [wanted, diff, note, rows = difference(*pass)]() mutable {
                 if (!*wanted) return;
                 note->setText(QObject::tr("%1 lines").arg(changesText(count(rows))));
                 show(*diff, std::move(rows));
                 diff->show();
               };
             });
}

void addDiff(SectionColumn& column, Jobs& jobs, std::shared_ptr<const PassRecord> pass) {
  auto* diff = new TextDiff;
  if (std::max(pass->before->ops.size(), pass->after->ops.size()) > mostAtOnce)
    return compareInAJob(column, diff, jobs, std::move(pass));
  show(*diff, difference(*pass));
  column.heading(QObject::tr("Text before and after"),
                 QObject::tr("%1 lines").arg(changesText(diff->changes())));
  column.add(diff);
}

}  // namespace

void fillPassPage(SectionColumn& column, Workspace& workspace, const SelectionState& state) {
  const CompilationRecordPtr compilation = workspace.compilations.compilation();
  const auto shown = shownPass(compilation, state);
  if (!shown) return;
  const PassRecord& pass = *shown;
  const bool compared = state.against.has_value();
  auto* header = new HeaderCard;
  header->setTitle(text(pass.name), compared ? QObject::tr("A → B")
                                             : QObject::tr("pass %1 of %2 · %3")
                                                   .arg(state.pass + 1)
                                                   .arg(compilation->passes.size())
                                                   .arg(QString::fromUtf8(name(pass.phase))));
  header->setSignature(text(pass.sentence));
  std::vector<Tile> tiles{{u'−' + sizeText(pass.removed.size()), QObject::tr("removed")},
                          {u'+' + sizeText(pass.added.size()), QObject::tr("added")},
                          {u'~' + sizeText(pass.modified.size()), QObject::tr("changed")}};
  if (pass.microseconds > 0)  // not of documents
    tiles.push_back({microsecondText(pass.microseconds), QObject::tr("time")});
  header->setTiles(tiles);
  column.add(header);
  if (!compared) {
    column.heading(QObject::tr("Runs"));
    column.paragraph(pass.condition.empty() ? QObject::tr("always") : text(pass.condition));
  }
  if (!pass.reason.empty()) {
    column.heading(QObject::tr("Reason for this position"));
    column.paragraph(text(pass.reason));
  }
  for (const Diagnostic& diagnostic : pass.diagnostics)
    column.paragraph(text(to_string(diagnostic)));
  if (!pass.changed) {
    column.heading(QObject::tr("Changes"));
    column.paragraph(compared ? QObject::tr("none: both graphs are the same")
                     : !pass.enabled
                         ? QObject::tr("none: this pass is disabled and did not run. Enable it in "
                                       "Passes (X).")
                         : QObject::tr("none: this pass found nothing to change"),
                     true);
    return;
  }
  std::int64_t inside = 0;
  for (const RewriteRecord& rewrite : pass.rewrites)
    for (const OpId op : rewrite.removed)
      if (const OpRecord* kept = pass.after->find(op); kept && kept->kernel != 0) ++inside;
  if (inside > 0)
    column.paragraph(QObject::tr("%1 inside the new ones stay in the graph and count as neither "
                                 "removed nor added.")
                         .arg(countText(inside, QObject::tr("op"))),
                     true);
  addRewrites(column, workspace, shown);
  if (!pass.added.empty()) column.heading(QObject::tr("Added"), sizeText(pass.added.size()));
  if (!pass.added.empty()) addOpRows(column, workspace, pass.added, 12);
  if (!pass.removed.empty()) column.heading(QObject::tr("Removed"), sizeText(pass.removed.size()));
  if (!pass.removed.empty()) addOpRows(column, workspace, pass.removed, 12);
  if (compared && !pass.modified.empty()) {
    column.heading(QObject::tr("Changed"), sizeText(pass.modified.size()));
    addOpRows(column, workspace, pass.modified, 12);
  }
  addDiff(column, workspace.jobs, shown);
}

}  // namespace ng::views
