// SPDX-License-Identifier: Apache-2.0
#include "views/graph/graph_crumbs.h"

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/pass_record.h"
#include "views/core/document_name.h"
#include "views/core/selected_rewrite.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

// The strip only has room for the beginning and the end of a list.
QString shortened(const QString& text) {
  constexpr int most = 56, end = 22;  // letters
  return text.size() <= most ? text : text.left(most - end) + QChar(0x2026) + text.right(end);
}

void showPass(const GraphShown& shown) {
  const PassRecord* at = shown.pass.get();
  if (!at) {
    shown.crumbs.setPass(CrumbStrip::tr("input graph"),
                         CrumbStrip::tr("The graph before the first pass"));
  } else {
    QString changes =
        at->changed ? CrumbStrip::tr("the program only") : CrumbStrip::tr("no change");
    if (!at->added.empty() || !at->removed.empty() || !at->modified.empty())
      changes = CrumbStrip::tr("−%1 +%2").arg(at->removed.size()).arg(at->added.size());
    if (!at->modified.empty()) changes += CrumbStrip::tr(" ~%1").arg(at->modified.size());
    if (!at->enabled) changes = CrumbStrip::tr("switched off");
    const SelectionState& state = shown.workspace.selection.state();
    const bool compared = state.against.has_value();
    const auto rewrite = selectedRewrite(shown.compilation, state);
    if (rewrite && !compared) {
      const QString ops = rewriteOps(*at, *rewrite.rewrite);
      const QString rule = QString::fromStdString(rewrite.rewrite->rule);
      const QString pass = QString::fromStdString(at->name);
      shown.crumbs.setPass(CrumbStrip::tr("in %1/%2 %3: %4, %5")
                               .arg(state.pass + 1)
                               .arg(shown.compilation->passes.size())
                               .arg(pass, shortened(rule == pass ? ops : rule),
                                    microsecondText(rewrite.rewrite->microseconds)),
                           rule + u'\n' + ops);
    } else if (compared) {
      shown.crumbs.setPass(
          CrumbStrip::tr("%1: %2 (C ends)").arg(QString::fromStdString(at->name), changes),
          CrumbStrip::tr("The same op is at the same place in A and in B"));
    } else {
      shown.crumbs.setPass(
          CrumbStrip::tr("after %1/%2 %3: %4, %5")
              .arg(shown.workspace.selection.pass() + 1)
              .arg(shown.compilation->passes.size())
              .arg(QString::fromStdString(at->name), changes, microsecondText(at->microseconds)),
          QString::fromStdString(at->sentence));
    }
  }
}

}  // namespace

void showCrumbs(const GraphShown& shown) {
  const DocumentRecordPtr document = shown.document();
  std::vector<Crumb> crumbs;
  if (shown.compilation)
    crumbs.push_back({QString::fromStdString(shown.compilation->computation), 0});
  const SelectionState& now = shown.workspace.selection.state();
  const SelectedGroup* selected = now.group && !now.group->ops.empty() ? now.group.get() : nullptr;
  for (const Group* group : shown.grouping->around(selected ? selected->ops.front() : now.op)) {
    const QString title = QString::fromStdString(group->title);
    if (!crumbs.empty() && crumbs.back().text == title) crumbs.pop_back();  // the role "update"
    crumbs.push_back({title, group->id});
    if (selected && title == selected->title) break;  // not the groups inside
  }
  const QString name =
      document ? documentBaseName(QString::fromStdString(document->path)) : QString();
  shown.crumbs.setCrumbs(name, crumbs);
  showPass(shown);
}

}  // namespace ng::views
