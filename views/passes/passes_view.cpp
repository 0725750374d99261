// SPDX-License-Identifier: Apache-2.0
// The passes of the compilation.
#include "views/passes/passes_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "views/passes/op_sparkline.h"
#include "views/passes/pass_delegate.h"
#include "views/passes/pass_list.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int playMilliseconds = 700;

QTreeView* makeTree(PassList* list, QWidget* parent) {
  auto* tree = new QTreeView(parent);
  tree->setModel(list);
  tree->setItemDelegate(new PassDelegate(*list, tree));
  tree->setHeaderHidden(true);
  tree->setRootIsDecorated(false);
  tree->setIndentation(0);
  tree->setUniformRowHeights(true);
  tree->setFrameShape(QFrame::NoFrame);
  tree->setMouseTracking(true);
  tree->setExpandsOnDoubleClick(false);
  tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
  return tree;
}

}  // namespace

PassesView::PassesView(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      list_(new PassList(this)),
      tree_(makeTree(list_, this)),
      header_(new QLabel),
      sparkline_(new OpSparkline),
      content_(new QWidget),
      empty_(new EmptyState(QStringLiteral("passes"),
                            tr("The compiler's passes stand here once a document is open."))),
      stack_(new QStackedLayout(this)) {
  buildActions();
  auto* column = new QVBoxLayout(content_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  header_->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  header_->setFixedHeight(metrics::row);
  header_->setFont(Theme::current().captionFont());
  header_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(header_);
  column->addWidget(tree_, 1);
  column->addWidget(makeControls());
  stack_->addWidget(content_);
  stack_->addWidget(empty_);
  timer_.setInterval(playMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &PassesView::tick);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &PassesView::clicked);
  connect(tree_, &QTreeView::activated, this, [this] { workspace_.selection.reveal(Facet::pass); });
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tree_, &QTreeView::customContextMenuRequested, this, &PassesView::showMenu);
  connect(list_, &PassList::enableWanted, &workspace_.session, &Session::setPassEnabled);
  connect(sparkline_, &OpSparkline::passClicked, this, &PassesView::goTo);
  connect(&workspace_.session, &Session::compilationChanged, this, &PassesView::followCompilation);
  connect(&workspace_.session, &Session::documentChanged, this, &PassesView::followCompilation);
  connect(&workspace_.selection, &Selection::changed, this, [this](Facets what) {
    if (what.testFlag(Facet::pass)) followSelection();
  });
  followCompilation();
}

void PassesView::buildActions() {
  const auto make = [this](const QString& icon, const QString& text, const QKeySequence& key,
                           auto slot) {
    auto* action = new QAction(Theme::current().icon(icon), text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(text + QStringLiteral("  ") + key.toString(QKeySequence::NativeText));
    connect(action, &QAction::triggered, this, slot);
    addAction(action);
    return action;
  };
  first_ = make("first", tr("Graph as written"), QKeySequence(Qt::Key_Home), [this] { goTo(-1); });
  previous_ = make("previous", tr("Previous pass"), QKeySequence(Qt::Key_BracketLeft),
                   [this] { step(-1); });
  play_ = make("play", tr("Play the passes"), QKeySequence(Qt::Key_Space),
               [this] { setPlaying(!playing()); });
  next_ = make("next", tr("Next pass"), QKeySequence(Qt::Key_BracketRight), [this] { step(1); });
  last_ = make("last", tr("Final graph"), QKeySequence(Qt::Key_End),
               [this] { goTo(list_->passCount() - 1); });
  nextChanged_ = make("next_changed", tr("Next pass that changed something"),
                      QKeySequence(Qt::Key_F), [this] { stepToChanged(1); });
  previousChanged_ = make("previous_changed", tr("Previous pass that changed something"),
                          QKeySequence(Qt::Key_R), [this] { stepToChanged(-1); });
  make("previous", tr("Previous pass, from a rewrite too"), QKeySequence(Qt::Key_Up),
       [this] { step(-1); });
  make("next", tr("Next pass, from a rewrite too"), QKeySequence(Qt::Key_Down),
       [this] { step(1); });
  make("previous", tr("Previous rewrite"), QKeySequence(Qt::Key_Left), [this] { stepRewrite(-1); });
  make("next", tr("Next rewrite"), QKeySequence(Qt::Key_Right), [this] { stepRewrite(1); });
  history_ = make("clock", tr("Next pass that touched the selected op"), QKeySequence(Qt::Key_H),
                  [this] { stepThroughHistory(); });
}

QWidget* PassesView::makeControls() {
  auto* strip = new QWidget;
  strip->setFixedHeight(metrics::toolbar);
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(4, 4, metrics::grid, 4);
  row->setSpacing(0);
  for (QAction* action : {first_, previousChanged_, previous_, play_, next_, nextChanged_, last_}) {
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

// ---- what is shown --------------------------------------------------------------------------

void PassesView::followCompilation() {
  const int place = tree_->verticalScrollBar()->value();
  list_->setCompilation(workspace_.session.compilation());
  std::vector<int> counts;
  std::vector<bool> changed;
  for (int pass = -1; pass < list_->passCount(); ++pass) {
    counts.push_back(list_->opCount(pass));
    changed.push_back(pass < 0 || list_->pass(pass)->changed);
  }
  sparkline_->setCounts(std::move(counts), std::move(changed));
  stack_->setCurrentWidget(list_->passCount() > 0 ? content_ : empty_);
  if (list_->passCount() == 0) setPlaying(false);
  followSelection();
  tree_->verticalScrollBar()->setValue(place);
}

void PassesView::followSelection() {
  const int pass = workspace_.selection.pass();
  sparkline_->setCurrent(pass);
  updateHeader();
  const bool any = list_->passCount() > 0;
  first_->setEnabled(any && pass > -1);
  previous_->setEnabled(any && pass > -1);
  previousChanged_->setEnabled(any && pass > -1);
  next_->setEnabled(pass + 1 < list_->passCount());
  last_->setEnabled(pass + 1 < list_->passCount());
  nextChanged_->setEnabled(any && list_->nextChanged(pass, 1) != pass);
  const QModelIndex index = list_->indexOfPass(pass);
  const QModelIndex current = tree_->currentIndex();
  // A rewrite of this pass may stay current.
  if (current.isValid() && current.data(PassList::passRole).toInt() == pass) return;
  const QSignalBlocker quiet(tree_->selectionModel());
  tree_->collapseAll();
  tree_->setCurrentIndex(index);
  if (index.isValid()) tree_->expand(index);
  if (index.isValid()) tree_->scrollTo(index);
  tree_->viewport()->update();
}

void PassesView::updateHeader() {
  const int count = list_->passCount();
  int changed = 0;
  double total = 0;
  for (int i = 0; i < count; ++i) {
    changed += list_->pass(i)->changed ? 1 : 0;
    total += list_->pass(i)->microseconds;
  }
  header_->setText(tr("%1 passes · %2 changed something · %3 · %4")
                       .arg(count)
                       .arg(changed)
                       .arg(microsecondText(total),
                            countText(list_->opCount(workspace_.selection.pass()), tr("op"))));
}

// ---- what the user does ---------------------------------------------------------------------

void PassesView::clicked(const QModelIndex& index) {
  if (!index.isValid()) return;
  goTo(index.data(PassList::passRole).toInt());
  const RewriteRecord* rewrite = list_->rewrite(index);
  if (!rewrite) return;
  if (!rewrite->added.empty()) return workspace_.selection.selectOp(rewrite->added.front());
  if (!rewrite->removed.empty()) workspace_.selection.selectOp(rewrite->removed.front());
}

// The graph after the pass under the pointer against the one that is shown.
void PassesView::showMenu(const QPoint& at) {
  const QModelIndex index = tree_->indexAt(at);
  QMenu menu;
  if (index.isValid()) {
    const int pass = index.data(PassList::passRole).toInt();
    menu.addAction(Theme::current().icon("diff"), tr("Compare what is shown with this graph"), this,
                   [this, pass] { workspace_.selection.compareWith(pass); });
  }
  if (workspace_.selection.state().against != SelectionState::ownBefore)
    menu.addAction(tr("Compare no more"), this,
                   [this] { workspace_.selection.compareWith(SelectionState::ownBefore); });
  if (!menu.isEmpty()) menu.exec(tree_->viewport()->mapToGlobal(at));
}

void PassesView::goTo(int pass) {
  workspace_.selection.selectPass(std::clamp(pass, -1, std::max(-1, list_->passCount() - 1)));
}

void PassesView::step(int by) {
  goTo(workspace_.selection.pass() + by);
}

void PassesView::stepToChanged(int direction) {
  goTo(list_->nextChanged(workspace_.selection.pass(), direction));
}

void PassesView::stepRewrite(int by) {
  const QModelIndex current = tree_->currentIndex();
  const int at = current.isValid() ? current.data(PassList::passRole).toInt() : -1;
  int row = current.isValid() ? current.data(PassList::rewriteRole).toInt() : -1;
  for (int pass = at; pass >= -1 && pass < list_->passCount(); pass += by) {
    const int count = list_->rowCount(list_->indexOfPass(pass));
    row = pass == at ? (by < 0 && row < 0 ? -1 : row + by) : by > 0 ? 0 : count - 1;
    if (row < 0 || row >= count) continue;
    goTo(pass);
    tree_->expand(list_->indexOfPass(pass));
    tree_->setCurrentIndex(list_->index(row, 0, list_->indexOfPass(pass)));
    return tree_->scrollTo(tree_->currentIndex());
  }
}

void PassesView::stepThroughHistory() {
  const CompilationRecordPtr compilation = list_->compilation();
  const OpKey op = workspace_.selection.op();
  if (!compilation || op == 0) return;
  const auto has = [op](const std::vector<OpKey>& ops) {
    return std::find(ops.begin(), ops.end(), op) != ops.end();
  };
  const auto touched = [&](const PassRecord& pass) {
    return has(pass.added) || has(pass.removed) || has(pass.modified) ||
           std::any_of(pass.rewrites.begin(), pass.rewrites.end(), [&](const RewriteRecord& each) {
             return has(each.added) || has(each.removed);
           });
  };
  for (int i = 1; i <= list_->passCount(); ++i) {
    const int pass = (workspace_.selection.pass() + i + list_->passCount()) % list_->passCount();
    if (touched(*list_->pass(pass))) return goTo(pass);
  }
}

void PassesView::setPlaying(bool playing) {
  if (playing == timer_.isActive()) return;
  if (playing) {
    if (!nextChanged_->isEnabled()) goTo(-1);
    timer_.start();
  } else {
    timer_.stop();
  }
  play_->setIcon(Theme::current().icon(playing ? "pause" : "play"));
  play_->setText(playing ? tr("Stop playing the passes") : tr("Play the passes"));
}

void PassesView::tick() {
  const int from = workspace_.selection.pass();
  const int to = list_->nextChanged(from, 1);
  if (to == from) return setPlaying(false);
  goTo(to);
}

QWidget* makePassesView(Workspace& workspace) {
  return new PassesView(workspace);
}

}  // namespace ng::views
