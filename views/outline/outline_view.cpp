// SPDX-License-Identifier: Apache-2.0
// The outline view: filter field, tree, and synchronization with the selection.
#include "views/outline/outline_view.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>
#include <utility>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/compare_written.h"
#include "views/core/whole_graph.h"
#include "views/outline/outline_delegate.h"
#include "views/outline/outline_model.h"
#include "views/widgets/copy_tree.h"
#include "views/widgets/empty_state.h"

namespace ng::views {
namespace {

constexpr int mostOpened = 400;  // with at most this many ops, all groups are expanded
// Ops listed on the GUI thread; larger graphs use a background job.
constexpr std::size_t mostAtOnce = 5000;

// Disables keyboard search: letters are shortcuts in all views; names are searched with the filter.
class LetteredTree : public QTreeView {
 public:
  using QTreeView::QTreeView;
  void keyboardSearch(const QString&) override {}
};

QTreeView* treeOf(OutlineModel* model, QWidget* parent) {
  auto* tree = new LetteredTree(parent);
  tree->setModel(model);
  tree->setItemDelegate(new OutlineDelegate(tree));
  tree->setHeaderHidden(true);
  tree->setIndentation(14);
  tree->setUniformRowHeights(true);
  tree->setMouseTracking(true);
  tree->setFrameShape(QFrame::NoFrame);
  tree->setExpandsOnDoubleClick(false);
  tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree->setAccessibleName(QObject::tr("Outline of the graph"));
  return tree;
}

}  // namespace

OutlineView::OutlineView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      model_(new OutlineModel(this)),
      filter_(new QLineEdit),
      none_(new QLabel),
      tree_(treeOf(model_, this)),
      empty_(new EmptyState("outline", tr("Ops appear here once a document is open."))),
      stack_(new QStackedLayout(this)) {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* top = new QVBoxLayout;
  top->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  top->addWidget(filter_);
  column->addLayout(top);
  none_->setForegroundRole(QPalette::PlaceholderText);
  none_->setWordWrap(true);
  none_->setContentsMargins(2 * metrics::grid, metrics::grid, metrics::grid, metrics::grid);
  none_->hide();
  column->addWidget(none_);
  column->addWidget(tree_, 1);
  filter_->setPlaceholderText(tr("Filter: name, op:dot, axis:N, role:loss"));
  filter_->setClearButtonEnabled(true);
  filter_->setFont(Theme::current().tableFont());
  stack_->addWidget(content);
  stack_->addWidget(empty_);
  setFocusProxy(tree_);
  addCopyAction(tree_);
  buildActions();
  connect(filter_, &QLineEdit::textChanged, this, &OutlineView::setFilter);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &OutlineView::chosen);
  connect(tree_, &QTreeView::activated, this, [this](const QModelIndex& index) {
    const OpId op = model_->op(index);
    if (op == 0) return tree_->setExpanded(index, !tree_->isExpanded(index));
    workspace_.selection.selectOp(op);
    workspace_.selection.reveal(Facet::op);
  });
  connect(&workspace.documents, &Documents::documentChanged, this, &OutlineView::showGraph);
  connect(&workspace.compilations, &Compilations::compilationChanged, this,
          &OutlineView::showGraph);
  connect(&workspace.selection, &Selection::changed, this, [this](Facets what) {
    if (what.testFlag(Facet::pass))
      showGraph();
    else if (what & (Facet::op | Facet::group))
      followOp();
  });
  connect(&Theme::current(), &Theme::changed, this, [this] { tree_->viewport()->update(); });
  showGraph();
}

OutlineView::~OutlineView() {
  if (job_) workspace_.jobs.cancel(job_);
}

void OutlineView::buildActions() {
  const auto add = [this](const QString& title, const char* icon, const QKeySequence& key,
                          auto run) {
    auto* action = new QAction(Theme::current().icon(icon), title, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, run);
    addAction(action);
  };
  add(tr("Filter the outline"), "filter", QKeySequence::Find, [this] { filter_->setFocus(); });
  add(tr("Go to the selected op"), "locate", Qt::Key_F,
      [this] { workspace_.selection.reveal(Facet::op); });
  add(tr("Compare with the input graph"), "diff", Qt::Key_C,
      [this] { compareWithWritten(workspace_); });
  add(tr("Expand the outline"), "expand", {}, [this] { tree_->expandAll(); });
  add(tr("Collapse the outline"), "collapse", {}, [this] { tree_->collapseAll(); });
  add(tr("Outline by role or by name scope"), "outline", {}, [this] {
    byScope_ = !byScope_;
    showGraph();
  });
}

void OutlineView::showGraph() {
  const DocumentRecordPtr document = workspace_.documents.document();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  stack_->setCurrentIndex(document ? 0 : 1);
  GraphRecordPtr graph = workspace_.documents.difference()
                             ? shownGraph(compilation, workspace_.selection.pass())
                             : wholeGraph(compilation, document, workspace_.selection.pass());
  if (!graph && document) graph = document->graph;
  std::unordered_map<OpId, Mark> marks;
  const int pass = workspace_.selection.pass();
  if (compilation && pass != asWritten && pass < static_cast<int>(compilation->passes.size())) {
    const PassRecord& record = compilation->passes[static_cast<std::size_t>(pass)];
    for (const OpId op : record.added) marks[op] = Mark::added;
    for (const OpId op : record.modified) marks[op] = Mark::changed;
    for (const OpId op : record.removed) marks[op] = Mark::removed;
  }
  // The compilation matters only for filters.
  Inputs inputs{graph, search_.empty() ? nullptr : compilation, byScope_, search_.text()};
  if (inputs == inputs_ && marks == marks_) return;
  marks_ = std::move(marks);
  if (inputs == std::exchange(inputs_, inputs)) {
    if (!job_) showTree(model_->tree());
    return;
  }
  const std::string path = document ? document->path : std::string();
  if (path != std::exchange(path_, path)) showTree(std::make_shared<OutlineTree>());
  makeTree();
}

void OutlineView::makeTree() {
  if (job_) workspace_.jobs.cancel(std::exchange(job_, 0));
  const auto make = [inputs = inputs_, search = search_] {
    return outlineOf(inputs.graph, inputs.byScope ? GroupBy::scope : GroupBy::role, search,
                     inputs.compilation);
  };
  if (!inputs_.graph || inputs_.graph->ops.size() <= mostAtOnce) return showTree(make());
  job_ = workspace_.jobs.startAfterOthers(tr("Listing the ops"),
                                          [this, make](JobContext&) -> Jobs::Done {
                                            return [this, tree = make()] {
                                              job_ = 0;
                                              showTree(tree);
                                            };
                                          });
}

void OutlineView::showTree(OutlineTreePtr tree) {
  following_ = true;
  model_->show(std::move(tree), marks_);
  if (model_->shownOps() <= mostOpened) tree_->expandAll();
  following_ = false;
  none_->setVisible(!search_.text().isEmpty() && model_->shownOps() == 0);
  followOp();
}

void OutlineView::setFilter(const QString& text) {
  search_.setText(text);
  const QString reason = search_.why().isEmpty() ? search_.hint() : search_.why();
  filter_->setToolTip(reason);
  none_->setText(reason.isEmpty() ? tr("No op matches. Esc clears the filter.")
                                  : tr("No op matches: %1. Esc clears the filter.").arg(reason));
  QPalette palette;
  if (!search_.why().isEmpty())
    palette.setColor(QPalette::Text, Theme::current().colours().warning);
  filter_->setPalette(palette);
  showGraph();
}

void OutlineView::followOp() {
  following_ = true;
  const SelectionState& now = workspace_.selection.state();
  const QModelIndex index = now.group && !now.group->ops.empty()
                                ? model_->groupOf(now.group->ops.front(), now.group->title)
                                : model_->indexOf(now.op);
  if (index != tree_->currentIndex()) {
    tree_->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (index.isValid()) tree_->scrollTo(index);
  }
  following_ = false;
}

void OutlineView::chosen(const QModelIndex& index) {
  if (following_) return;
  if (const OpId op = model_->op(index); op != 0) workspace_.selection.selectOp(op);
}

}  // namespace ng::views
