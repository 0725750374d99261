// SPDX-License-Identifier: Apache-2.0
// Actions of the passes view: shortcuts, buttons and context menu.
#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QTreeView>

#include "views/core/compare_written.h"
#include "views/passes/op_history.h"
#include "views/passes/op_sparkline.h"
#include "views/passes/pass_list.h"
#include "views/passes/passes_view.h"
#include "views/passes/pipeline_bar.h"

namespace ng::views {

void PassesView::buildActions() {
  const auto make = [this](const QString& icon, const QString& text, const QKeySequence& key,
                           auto slot) {
    auto* action = new QAction(Theme::current().icon(icon), text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip((text + u' ' + u' ' + key.toString(QKeySequence::NativeText)).trimmed());
    connect(action, &QAction::triggered, this, slot);
    addAction(action);
    return action;
  };
  first_ =
      make("first", tr("Input graph"), QKeySequence(Qt::Key_Home), [this] { goTo(asWritten); });
  previous_ = make("previous", tr("Previous pass"), QKeySequence(Qt::Key_BracketLeft),
                   [this] { step(-1); });
  play_ = make("play", tr("Play the passes"), QKeySequence(Qt::Key_Space),
               [this] { setPlaying(!playing()); });
  next_ = make("next", tr("Next pass"), QKeySequence(Qt::Key_BracketRight), [this] { step(1); });
  last_ = make("last", tr("Final graph"), QKeySequence(Qt::Key_End),
               [this] { goTo(list_->passCount() - 1); });
  nextChanged_ = make("next_changed", tr("Next pass that changed something"),
                      QKeySequence(Qt::Key_BraceRight), [this] { stepToChanged(1); });
  previousChanged_ = make("previous_changed", tr("Previous pass that changed something"),
                          QKeySequence(Qt::Key_BraceLeft), [this] { stepToChanged(-1); });
  make("previous", tr("Previous pass (also from a rewrite)"), QKeySequence(Qt::Key_Up),
       [this] { step(-1); });
  make("next", tr("Next pass (also from a rewrite)"), QKeySequence(Qt::Key_Down),
       [this] { step(1); });
  make("previous", tr("Previous rewrite"), QKeySequence(Qt::Key_Left), [this] { stepRewrite(-1); });
  make("next", tr("Next rewrite"), QKeySequence(Qt::Key_Right), [this] { stepRewrite(1); });
  make("clock", tr("Next pass that touched the selected op"), QKeySequence(Qt::Key_N),
       [this] { stepThroughHistory(); });
  history_ = make("clock", tr("History of the selected op"), QKeySequence(Qt::Key_H),
                  [this] { showHistory(!opHistory_->isVisible()); });
  history_->setCheckable(true);
  make("previous", tr("Move the pass up"), QKeySequence("Alt+Up"), [this] { moveCurrent(-1); });
  make("next", tr("Move the pass down"), QKeySequence("Alt+Down"), [this] { moveCurrent(1); });
  make("check", tr("Enable or disable the pass or rule"), QKeySequence(Qt::Key_X),
       [this] { toggleCurrent(); });
  make("diff", tr("Compare with the input graph"), QKeySequence(Qt::Key_C),
       [this] { compareWithWritten(workspace_); });
  make("reload", tr("Reset the pipeline"), {}, [this] { bar_->reset(); });
}

QWidget* PassesView::makeControls() {
  auto* strip = new QWidget;
  strip->setFixedHeight(metrics::toolbar);
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(4, 4, metrics::grid, 4);
  row->setSpacing(0);
  for (QAction* action :
       {first_, previousChanged_, previous_, play_, next_, nextChanged_, last_, history_}) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFixedSize(metrics::row, metrics::row);
    row->addWidget(button);
  }
  row->addSpacing(metrics::grid);
  row->addWidget(sparkline_, 1);
  return strip;
}

// Compares the graph after the clicked pass with the displayed graph.
void PassesView::showMenu(const QPoint& at) {
  const QModelIndex index = tree_->indexAt(at);
  QMenu menu;
  if (index.isValid()) {
    const int pass = index.data(PassList::passRole).toInt();
    const bool shown = pass == workspace_.selection.pass();
    const QString name = list_->indexOfPass(pass).data().toString();
    const QString graph =
        pass == asWritten ? tr("the input graph") : tr("the graph after %1").arg(name);
    QAction* compare = menu.addAction(Theme::current().icon("diff"),
                                      tr("Compare the displayed graph with %1").arg(graph), this,
                                      [this, pass] { workspace_.selection.compareWith(pass); });
    compare->setEnabled(!shown);
    if (shown) compare->setText(tr("Compare: %1 is already displayed").arg(graph));
    menu.addAction(tr("Show %1").arg(graph), this, [this, pass] { goTo(pass); })
        ->setEnabled(!shown);
  }
  if (workspace_.selection.state().against.has_value())
    menu.addAction(tr("Stop comparing"), this, [this] { workspace_.selection.compareWith({}); });
  if (!menu.isEmpty()) menu.exec(tree_->viewport()->mapToGlobal(at));
}

}  // namespace ng::views
