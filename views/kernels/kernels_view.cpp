// SPDX-License-Identifier: Apache-2.0
// The kernels view.
#include "views/kernels/kernels_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/analysis/roofline.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_trace.h"
#include "views/kernels/kernel_diff.h"
#include "views/kernels/kernel_editor.h"
#include "views/kernels/kernel_pane.h"
#include "views/kernels/kernel_table.h"
#include "views/widgets/code/code_view.h"
#include "views/widgets/compiled_state.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/header_line.h"
#include "views/widgets/range_of_run.h"
#include "views/widgets/reproducer.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr int narrowView = 480;
constexpr std::array<int, 10> columnWidths{88, 52, 52, 36, 78, 66, 84, 88, 160, 200};
constexpr std::size_t kindColumn = 6;

}  // namespace

KernelsView::KernelsView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      model_(new KernelTable(this)),
      table_(new TableView(model_)),
      panes_{new KernelPane(TextKind::source), new KernelPane(TextKind::llvm),
             new KernelPane(TextKind::assembly)},
      editor_(new KernelEditor(workspace)),
      diff_(new KernelDiff(workspace)),
      edit_(new QAction(tr("Edit the kernel and try it"), this)),
      compare_(new QAction(tr("Compare the kernel in two compilations"), this)),
      reproduce_(new QAction(tr("Write a reproducer of the kernel…"), this)),
      title_(new QLabel),
      cost_(new ElidedLabel),
      content_(makeContent()),
      empty_(new CompiledState(QStringLiteral("kernels"),
                               tr("The generated kernels appear here once a document is compiled."),
                               workspace)),
      stack_(new QStackedLayout(this)),
      update_(this, [this] { followMissed(); }) {
  stack_->addWidget(content_);
  stack_->addWidget(empty_);
  connect(table_, &TableView::rowSelected, this, [this](int row) {
    if (const KernelRecord* kernel = model_->kernel(row)) {
      workspace_.selection.selectKernel(QString::fromStdString(kernel->name));
    }
  });
  connect(table_, &TableView::rowActivated, this,
          [this] { workspace_.selection.reveal(Facet::op); });
  for (KernelPane* pane : panes_) {
    connect(pane, &KernelPane::opsClicked, this, &KernelsView::selectOps);
    connect(pane, &KernelPane::opsActivated, this,
            [this] { workspace_.selection.reveal(Facet::op); });
  }
  connect(&workspace_.selection, &Selection::changed, this, &KernelsView::followSelection);
  for (auto signal : {&Compilations::compilationChanged, &Compilations::kernelTextsChanged})
    update_.follow(&workspace_.compilations, signal);
  update_.follow(&workspace_.documents, &Documents::documentChanged);
  update_.request();
}

QWidget* KernelsView::makeContent() {
  auto* content = new QWidget;
  auto* header = new QWidget;
  QHBoxLayout* line = makeHeaderLine(header, title_, cost_);
  filter_ = table_->makeFilterField(header);
  filter_->setFixedWidth(140);
  line->addWidget(filter_);
  edit_->setShortcut(Qt::Key_E);
  edit_->setIconText(tr("Edit"));
  edit_->setToolTip(tr("Edit the kernel's source and try it in a separate process (E)"));
  connect(edit_, &QAction::toggled, this, &KernelsView::setEditing);
  compare_->setShortcut(Qt::Key_C);
  compare_->setIconText(tr("Compare"));
  compare_->setToolTip(tr("Compare the kernel between two compilations, line by line (C)"));
  connect(compare_, &QAction::toggled, this, &KernelsView::setComparing);
  for (QAction* action : {edit_, compare_}) {
    action->setCheckable(true);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    line->addWidget(button);
  }
  reproduce_->setToolTip(
      tr("Write the kernel with its inputs and outputs as a standalone program"));
  connect(reproduce_, &QAction::triggered, this,
          [this] { askReproducer(this, workspace_, kernel_); });
  addAction(reproduce_);
  table_->addAction(reproduce_);
  connect(&workspace_.queries, &Queries::queryChanged, this, &KernelsView::followReproducer);
  for (int i = 0; i < static_cast<int>(columnWidths.size()); ++i) {
    table_->setColumnWidth(i, columnWidths[static_cast<std::size_t>(i)]);
  }
  constexpr int bar = 16;  // the columns for name, µs and % of time stay visible
  table_->setMinimumWidth(columnWidths[0] + columnWidths[1] + columnWidths[2] + bar);
  splitter_ = new QSplitter(Qt::Horizontal);
  splitter_->setHandleWidth(1);
  splitter_->setChildrenCollapsible(false);
  for (QWidget* each : std::initializer_list<QWidget*>{table_, editor_, diff_})
    splitter_->addWidget(each);
  editor_->hide();
  diff_->hide();
  for (KernelPane* pane : panes_) splitter_->addWidget(pane);
  int sum = bar;  // up to the column "Kind", which determines the available texts
  for (std::size_t i = 0; i <= kindColumn; ++i) sum += columnWidths[i];
  splitter_->setStretchFactor(0, 2);
  for (int i = 1; i <= 5; ++i) splitter_->setStretchFactor(i, 3);
  splitter_->setSizes({sum, 300, 900, 260, 260, 260});
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header);
  column->addWidget(splitter_, 1);
  return content;
}

// Prefers generated kernels: loops and library calls have no text.
QString KernelsView::firstWithText(const CompilationRecord& compilation) {
  const auto& kernels = compilation.kernels;
  const auto found = std::find_if(kernels.begin(), kernels.end(), [](const KernelRecord& kernel) {
    return kernel.kind == KernelKind::generated;
  });
  return QString::fromStdString((found == kernels.end() ? kernels.front() : *found).name);
}

void KernelsView::setEditing(bool editing) {
  putBeside(editing ? Beside::editor : Beside::nothing);
}

void KernelsView::setComparing(bool comparing) {
  putBeside(comparing ? Beside::diff : Beside::nothing);
}

// Hidden widgets have no splitter size, so all sizes are set explicitly.
void KernelsView::putBeside(Beside beside) {
  if (beside == beside_) return;
  if (beside_ == Beside::nothing && !narrow_) usual_ = splitter_->sizes();
  beside_ = beside;
  shareRoom();
  if (beside == Beside::editor) editor_->setFocus();
}

void KernelsView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  setNarrow(width() < narrowView);
}

void KernelsView::setNarrow(bool narrow) {
  if (narrow == narrow_ || !splitter_) return;
  if (narrow && beside_ == Beside::nothing) usual_ = splitter_->sizes();
  narrow_ = narrow;
  filter_->setHidden(narrow);
  splitter_->setOrientation(narrow ? Qt::Vertical : Qt::Horizontal);
  shareRoom();
}

// Distributes the width among the table, the side widget and the text panes.
void KernelsView::shareRoom() {
  const Beside beside = beside_;
  const bool edits = beside == Beside::editor, compares = beside == Beside::diff;
  const QSignalBlocker quietEdit(edit_), quietCompare(compare_);
  edit_->setChecked(edits);
  compare_->setChecked(compares);
  editor_->setVisible(edits);
  diff_->setVisible(compares);
  panes_[0]->setVisible(!compares && !(narrow_ && edits));
  panes_[1]->setVisible(beside == Beside::nothing && !narrow_);
  panes_[2]->setVisible(!compares && !narrow_);
  if (narrow_) {
    const int list = splitter_->height() / 3, rest = splitter_->height() - list;
    return splitter_->setSizes({list, rest, rest, rest, 0, 0});
  }
  const int list = table_->minimumWidth(), rest = splitter_->width() - list;
  splitter_->setSizes(edits      ? QList<int>{list, rest / 2, 0, rest / 4, 0, rest / 4}
                      : compares ? QList<int>{list, 0, rest, 0, 0, 0}
                                 : usual_);
}

QString KernelsView::header() const {
  return title_->text() + QStringLiteral("  ") + cost_->text();
}

void KernelsView::followMissed() {
  followCompilation();
  followSelection(std::exchange(missed_, {}));
}

void KernelsView::followCompilation() {
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const DocumentRecordPtr document = workspace_.documents.document();
  const std::string path = document ? document->path : std::string();
  // Kernel names are unique within one document only.
  if (std::exchange(path_, path) != path) kernel_.clear();
  model_->setCompilation(compilation);
  table_->setColumnHidden(static_cast<int>(columnWidths.size()) - 1, !model_->hasNodes());
  followRange();
  const bool any = compilation && !compilation->kernels.empty();
  if (compilation)
    empty_->setNothing(tr("This program has no kernels: the %1 transformer runs op by op.")
                           .arg(QString::fromStdString(compilation->transformer)));
  stack_->setCurrentWidget(any ? content_ : static_cast<QWidget*>(empty_));
  const QString wanted = workspace_.selection.state().kernel;
  const QString name = model_->rowOf(wanted) >= 0    ? wanted
                       : model_->rowOf(kernel_) >= 0 ? kernel_
                       : any                         ? firstWithText(*compilation)
                                                     : QString();
  showKernel(name);
}

void KernelsView::followSelection(Facets what) {
  if (update_.waits()) {
    const Facets of = what & (Facet::op | Facet::kernel);
    if (of) missed_ = of;
    return;
  }
  const SelectionState& state = workspace_.selection.state();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  if (what.testFlag(Facet::op) && clicked_.shown != state.op) clicked_ = {};
  QString name = kernel_;
  if (what.testFlag(Facet::op) && clicked_.op == 0 && compilation) {
    for (const OpId op : selectedOps()) {
      const KernelRecord* kernel = compilation->kernel_of(op);
      if (!kernel) continue;
      name = QString::fromStdString(kernel->name);
      break;
    }
  }
  if (what.testFlag(Facet::kernel) && model_->rowOf(state.kernel) >= 0) name = state.kernel;
  if (name != kernel_) showKernel(name);
  if (what.testFlag(Facet::op)) light();
  if (what.testFlag(Facet::range)) followRange();
}

// With a selected time range, lists only kernels that ran in it.
void KernelsView::followRange() {
  const auto& range = workspace_.selection.state().range;
  const TimelinePtr timeline = workspace_.profile.timeline();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  rangeNote_.clear();
  if (!range || !timeline || !compilation) {
    table_->setShown({});
    return showCost();
  }
  const std::set<std::string> ran = kernelsIn(*timeline, *compilation, *range);
  table_->setShown([this, ran](int row) {
    const KernelRecord* kernel = model_->kernel(row);
    return kernel && ran.count(kernel->name) > 0;
  });
  rangeNote_ = tr("%1 of %2 kernels ran in the selected time (Esc shows all)")
                   .arg(ran.size())
                   .arg(compilation->kernels.size());
  showCost();
}

void KernelsView::showCost() {
  const KernelRow* row = model_->row(model_->rowOf(kernel_));
  QStringList parts;
  if (!rangeNote_.isEmpty()) parts << rangeNote_;
  if (row) parts << costLine(*row->kernel, row->share, limitOf(*row->kernel));
  if (const QString folder = reproducerFolder(workspace_.messages, kernel_); !folder.isEmpty())
    parts << tr("reproducer in %1").arg(folder);
  cost_->setText(parts.join(QStringLiteral("  ·  ")));
  cost_->setToolTip(cost_->text());
}

QString KernelsView::limitOf(const KernelRecord& kernel) const {
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  if (!compilation || !kernel.microseconds) return {};
  const MachinePeaks peaks = known_peaks_of(compilation->transformer);
  if (!peaks.measured()) return {};
  for (const KernelPoint& point :
       kernel_points(*compilation, peaks, workspace_.profile.fullSpeedTimes()))
    if (point.kernel == kernel.name && point.limit != Limit::uncounted)
      return QString::fromStdString(limit_words(point));
  return {};
}

void KernelsView::showKernel(const QString& name) {
  if (name != kernel_) clicked_ = {};
  kernel_ = name;
  const int row = model_->rowOf(name);
  const KernelRecord* kernel = model_->kernel(row);
  table_->setCurrentSourceRow(row);
  title_->setText(name);
  showCost();
  // The record owns the kernel; sharing it keeps the texts alive while they are shown.
  const std::shared_ptr<const KernelRecord> shared(workspace_.compilations.compilation(), kernel);
  for (KernelPane* pane : panes_) pane->setKernel(kernel ? shared : nullptr);
  const bool hasSource = kernel && kernel->kind == KernelKind::generated;
  edit_->setEnabled(hasSource);
  followReproducer();
  editor_->setKernel(hasSource ? name : QString(),
                     hasSource ? QString::fromStdString(kernel->source.text) : QString());
  diff_->setKernel(name);
  if (kernel) workspace_.compilations.readKernel(name);
  light();
}

void KernelsView::followReproducer() {
  const QString why = whyNoReproducer(workspace_.queries, model_->kernel(model_->rowOf(kernel_)));
  reproduce_->setEnabled(why.isEmpty());
  reproduce_->setStatusTip(why);
  showCost();  // includes the folder of the reproducer
}

// The selected op and the ops that replaced it.
OpSet KernelsView::selectedOps() const {
  const OpId op = workspace_.selection.op();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  OpSet ops;
  if (op == 0 || !compilation) return ops;
  ops.insert(op);
  for (const OpRecord* survivor : survivors(*compilation, op)) ops.insert(survivor->id);
  return ops;
}

void KernelsView::light() {
  OpSet lit = clicked_.op != 0 ? OpSet{clicked_.op} : selectedOps();
  // The op of a kernel highlights all ops that the kernel computes.
  const KernelRecord* kernel = model_->kernel(model_->rowOf(kernel_));
  if (kernel && lit.contains(kernel->id)) lit.insert(kernel->ops.begin(), kernel->ops.end());
  for (KernelPane* pane : panes_) pane->setLit(lit);
}

// Keeps the shown kernel even if another one computes the op. The panes highlight the op of the
// clicked line; the graph selects the op as it appears in the displayed graph.
void KernelsView::selectOps(const std::vector<OpId>& ops) {
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const GraphRecordPtr graph = shownGraph(compilation, workspace_.selection.pass());
  const OpId op = nextOfLine(ops, clicked_.op != 0 ? clicked_.op : workspace_.selection.op());
  if (!graph || op == 0) return;
  clicked_ = {op, shown_as(*compilation, *graph, op)};
  if (workspace_.selection.state().kernel != kernel_) workspace_.selection.selectKernel(kernel_);
  workspace_.selection.selectOp(clicked_.shown);
  light();
}

OpId nextOfLine(const std::vector<OpId>& ops, OpId selected) {
  if (ops.empty()) return 0;
  const auto at = std::find(ops.begin(), ops.end(), selected);
  return at == ops.end() || at + 1 == ops.end() ? ops.front() : *(at + 1);
}

}  // namespace ng::views
