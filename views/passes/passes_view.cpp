// SPDX-License-Identifier: Apache-2.0
// The passes view.
#include "views/passes/passes_view.h"

#include <QAction>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "views/core/selected_rewrite.h"
#include "views/passes/op_history.h"
#include "views/passes/op_sparkline.h"
#include "views/passes/pass_delegate.h"
#include "views/passes/pass_list.h"
#include "views/passes/pipeline_bar.h"
#include "views/passes/trial_text.h"
#include "views/widgets/compiled_state.h"
#include "views/widgets/copy_tree.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int playMilliseconds = 700;

// Letters are shortcuts, so that they do not search; a right click does not change the current row.
class PassTree : public QTreeView {
 public:
  using QTreeView::QTreeView;
  void keyboardSearch(const QString&) override {}

 protected:
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton) QTreeView::mousePressEvent(event);
  }
};

QTreeView* makeTree(PassList* list, QWidget* parent) {
  auto* tree = new PassTree(parent);
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
  tree->setDragDropMode(QAbstractItemView::InternalMove);
  tree->setAccessibleName(PassesView::tr("Passes"));
  return tree;
}

}  // namespace

PassesView::PassesView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      list_(new PassList(this)),
      tree_(makeTree(list_, this)),
      header_(new QLabel),
      sparkline_(new OpSparkline),
      bar_(new PipelineBar(workspace)),
      opHistory_(new OpHistory(workspace)),
      content_(new QWidget),
      empty_(new CompiledState(QStringLiteral("passes"),
                               tr("Compiler passes appear here once a document is open."),
                               workspace)),
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
  column->addWidget(bar_);
  column->addWidget(tree_, 1);
  column->addWidget(opHistory_, 1);
  opHistory_->hide();
  column->addWidget(makeControls());
  stack_->addWidget(content_);
  stack_->addWidget(empty_);
  addCopyAction(tree_);
  timer_.setInterval(playMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &PassesView::tick);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &PassesView::clicked);
  connect(tree_, &QTreeView::activated, this, [this] { workspace_.selection.reveal(Facet::pass); });
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tree_, &QTreeView::customContextMenuRequested, this, &PassesView::showMenu);
  connect(list_, &PassList::enableWanted, &workspace_.pipelines, &Pipelines::setPassEnabled);
  connect(list_, &PassList::refused, bar_, &PipelineBar::refuse);
  connect(list_, &PassList::moveWanted, this, &PassesView::movePass);
  connect(opHistory_, &OpHistory::passWanted, this, &PassesView::goTo);
  connect(&workspace_.pipelines, &Pipelines::pipelineTrialsChanged, this,
          &PassesView::followTrials);
  connect(sparkline_, &OpSparkline::passClicked, this, &PassesView::goTo);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &PassesView::followCompilation);
  connect(&workspace_.documents, &Documents::documentChanged, this, &PassesView::followCompilation);
  connect(&workspace_.selection, &Selection::changed, this, [this](Facets what) {
    if (what.testFlag(Facet::pass)) followSelection();
    if (what & (Facet::pass | Facet::op)) opHistory_->follow();
  });
  followCompilation();
}

// ---- what is shown --------------------------------------------------------------------------

void PassesView::followCompilation() {
  const int place = tree_->verticalScrollBar()->value();
  list_->setCompilation(workspace_.compilations.compilation());
  std::vector<PassChanges> changes;
  for (int pass = asWritten; pass < list_->passCount(); ++pass) {
    const PassRecord* record = list_->pass(pass);
    changes.push_back({record ? QString::fromStdString(record->name) : QString(),
                       record ? record->removed.size() : 0, record ? record->added.size() : 0,
                       record ? record->modified.size() : 0, list_->opCount(pass)});
  }
  sparkline_->setPasses(std::move(changes));
  stack_->setCurrentWidget(list_->passCount() > 0 ? content_ : empty_);
  if (list_->passCount() == 0) setPlaying(false);
  followSelection();
  tree_->verticalScrollBar()->setValue(place);
  bar_->follow();
  opHistory_->follow();
  followTrials();
  const bool measurable = workspace_.documents.readOnly().isEmpty() && list_->passCount() > 0;
  if (measurable && !workspace_.pipelines.pipeline().full() && !bar_->measured())
    workspace_.pipelines.tryPipeline();
}

// Notes: the effect of disabling one pass or rule is shown in its row, the effect of a new order in
// the row of the moved pass.
void PassesView::followTrials() {
  std::map<QString, QString> notes;
  for (const PipelineTrialRecord& trial : workspace_.pipelines.pipelineTrials()) {
    const bool here = trial.computation == workspace_.compilations.computation().toStdString() &&
                      trial.transformer == workspace_.compilations.transformer().toStdString();
    if (here && trial.choice.order.empty() && trial.choice.disabled.size() == 1)
      notes[QString::fromStdString(*trial.choice.disabled.begin())] = shortText(trial);
    const auto moved = moved_.find(trial.choice.order);
    if (here && moved != moved_.end() && trial.choice == workspace_.pipelines.pipeline())
      notes[moved->second] = shortText(trial);
  }
  list_->setNotes(std::move(notes));
}

void PassesView::followSelection() {
  const int pass = workspace_.selection.pass();
  sparkline_->setCurrent(pass);
  updateHeader();
  const bool any = list_->passCount() > 0;
  first_->setEnabled(any && pass != asWritten);
  previous_->setEnabled(any && pass != asWritten);
  previousChanged_->setEnabled(any && pass != asWritten);
  next_->setEnabled(pass + 1 < list_->passCount());
  last_->setEnabled(pass + 1 < list_->passCount());
  nextChanged_->setEnabled(any && list_->nextChanged(pass, 1) != pass);
  const QModelIndex index = list_->indexOfPass(pass);
  const QModelIndex current = tree_->currentIndex();
  // A rewrite of this pass can stay current.
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
  const QString ops = countText(list_->opCount(workspace_.selection.pass()), tr("op"));
  if (count == 1 && workspace_.documents.difference())
    return header_->setText(tr("2 documents compared · %1").arg(ops));
  header_->setText(
      (count == 1 ? tr("%1 pass · %2 changed · %3 · %4") : tr("%1 passes · %2 changed · %3 · %4"))
          .arg(count)
          .arg(changed)
          .arg(microsecondText(total), ops));
}

// ---- what the user does ---------------------------------------------------------------------

void PassesView::clicked(const QModelIndex& index) {
  if (!index.isValid()) return;
  goTo(index.data(PassList::passRole).toInt());
  const RewriteRecord* rewrite = list_->rewrite(index);
  if (rewrite)
    return selectRewrite(workspace_.selection, *list_->pass(index.data(PassList::passRole).toInt()),
                         *rewrite);
  if (selectedRewrite(list_->compilation(), workspace_.selection.state()))
    workspace_.selection.selectOp(0);  // select only the pass
}

void PassesView::movePass(int pass, int to) {
  PipelineChoice choice = workspace_.pipelines.pipeline();
  choice.order.clear();
  for (int i = 0; i < list_->passCount(); ++i)
    if (list_->pass(i)->phase == PassPhase::graph) choice.order.push_back(list_->pass(i)->name);
  const int last = static_cast<int>(choice.order.size()) - 1;
  to = std::clamp(to, 0, last);
  if (pass == asWritten || pass > last || pass == to) return;
  const std::string name = choice.order[static_cast<std::size_t>(pass)];
  choice.order.erase(choice.order.begin() + pass);
  choice.order.insert(choice.order.begin() + to, name);
  const QString reason = workspace_.pipelines.setPipeline(choice);
  if (!reason.isEmpty()) return bar_->refuse(reason);
  moved_[choice.order] = QString::fromStdString(name);
  goTo(pass);  // the new compilation selects it by name
}

void PassesView::moveCurrent(int by) {
  const int pass = workspace_.selection.pass();
  if (pass != asWritten) movePass(pass, pass + by);
}

void PassesView::toggleCurrent() {
  const QModelIndex current = tree_->currentIndex();
  const QVariant checked = current.data(Qt::CheckStateRole);
  if (!checked.isValid()) return;
  const bool on = checked.value<Qt::CheckState>() == Qt::Checked;
  tree_->model()->setData(current, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

void PassesView::showHistory(bool shown) {
  opHistory_->setVisible(shown);
  history_->setChecked(shown);
}

void PassesView::goTo(int pass) {
  workspace_.selection.selectPass(
      std::clamp(pass, asWritten, std::max(asWritten, list_->passCount() - 1)));
}

void PassesView::step(int by) {
  goTo(workspace_.selection.pass() + by);
}

void PassesView::stepToChanged(int direction) {
  goTo(list_->nextChanged(workspace_.selection.pass(), direction));
}

void PassesView::stepRewrite(int by) {
  const QModelIndex current = tree_->currentIndex();
  const int at = current.isValid() ? current.data(PassList::passRole).toInt() : asWritten;
  int row = current.isValid() ? current.data(PassList::rewriteRole).toInt() : -1;
  for (int pass = at; pass >= asWritten && pass < list_->passCount(); pass += by) {
    const int count = list_->rewriteCount(pass);
    row = pass == at ? (by < 0 && row < 0 ? -1 : row + by) : by > 0 ? 0 : count - 1;
    if (row < 0 || row >= count) continue;
    goTo(pass);
    tree_->expand(list_->indexOfPass(pass));
    tree_->setCurrentIndex(list_->indexOfRewrite(pass, row));
    return tree_->scrollTo(tree_->currentIndex());
  }
}

void PassesView::stepThroughHistory() {
  const CompilationRecordPtr compilation = list_->compilation();
  const OpId op = workspace_.selection.op();
  if (!compilation || op == 0) return;
  const auto has = [op](const std::vector<OpId>& ops) {
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
    if (!nextChanged_->isEnabled()) goTo(asWritten);
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

}  // namespace ng::views
