// SPDX-License-Identifier: Apache-2.0
#include "views/axes/axes_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "engine/analysis/axis_facts.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/jobs.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/header_line.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

// Ops whose axes are computed on the GUI thread; larger graphs use a background job.
constexpr std::size_t mostAtOnce = 5000;
constexpr std::array<int, 9> axisWidths{64, 56, 40, 120, 120, 148, 120, 112, 72};
constexpr std::array<int, 6> useWidths{120, 168, 56, 64, 120, 160};

}  // namespace

AxesView::AxesView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      axisModel_(new AxisTable(this)),
      useModel_(new AxisUseTable(this)),
      axes_(new TableView(axisModel_)),
      uses_(new TableView(useModel_)),
      title_(new QLabel),
      facts_(new ElidedLabel) {
  setMinimumWidth(240);  // allows narrow panels: the header is elided instead
  content_ = makeContent();
  empty_ = new EmptyState(QStringLiteral("axes"),
                          tr("The axes of the graph appear here once a document is open."));
  stack_ = new QStackedLayout(this);
  stack_->addWidget(content_);
  stack_->addWidget(empty_);
  connect(axes_, &TableView::rowSelected, this,
          [this](int row) { workspace_.selection.selectAxis(model_->key(row)); });
  connect(axes_, &TableView::rowActivated, this, [this] { step(1); });
  connect(uses_, &TableView::rowSelected, this, &AxesView::selectUse);
  connect(uses_, &TableView::rowActivated, this,
          [this] { workspace_.selection.reveal(Facet::op); });
  connect(&workspace_.selection, &Selection::changed, this, &AxesView::followSelection);
  connect(&workspace_.documents, &Documents::documentChanged, this, &AxesView::followGraph);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &AxesView::followGraph);
  followGraph();
}

QWidget* AxesView::makeContent() {
  auto* header = new QWidget;
  QHBoxLayout* line = makeHeaderLine(header, title_, facts_);
  line->setSpacing(metrics::grid);
  const auto add = [&](const QString& text, const char* icon, const QKeySequence& key, int by) {
    auto* action = new QAction(Theme::current().icon(icon), text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(text + QStringLiteral("  ") + key.toString(QKeySequence::NativeText));
    connect(action, &QAction::triggered, this, [this, by] { step(by); });
    addAction(action);
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFixedSize(metrics::row, metrics::row);
    line->addWidget(button);
  };
  add(tr("Previous op with this axis"), "previous", QKeySequence(Qt::Key_BracketLeft), -1);
  add(tr("Next op with this axis"), "next", QKeySequence(Qt::Key_BracketRight), 1);
  auto* filter = axes_->makeFilterField(header);
  filter->setFixedWidth(140);
  line->addWidget(filter);
  for (std::size_t i = 0; i < axisWidths.size(); ++i) {
    axes_->setColumnWidth(static_cast<int>(i), axisWidths[i]);
  }
  for (std::size_t i = 0; i < useWidths.size(); ++i) {
    uses_->setColumnWidth(static_cast<int>(i), useWidths[i]);
  }
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->addWidget(axes_);
  splitter->addWidget(uses_);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({560, 420});
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header);
  column->addWidget(splitter, 1);
  return content;
}

AxesView::~AxesView() {
  if (job_) workspace_.jobs.cancel(job_);
}

// Shows the axes of the graph after the selected pass, with memory facts from the compilation.
void AxesView::followGraph() {
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  GraphRecordPtr graph = shownGraph(compilation, workspace_.selection.pass());
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!graph && document) graph = document->graph;
  if (graph && graph == graph_ && compilation == compilation_) return;
  graph_ = graph;
  compilation_ = compilation;
  if (job_) workspace_.jobs.cancel(std::exchange(job_, 0));
  if (!graph) return showModel(nullptr);
  if (graph->ops.size() <= mostAtOnce) return showModel(AxisModel::of(graph, compilation.get()));
  const std::string path = document ? document->path : std::string();
  if (path != std::exchange(path_, path)) showModel(nullptr);
  job_ = workspace_.jobs.startAfterOthers(
      tr("Following the axes"), [this, graph, compilation](JobContext&) -> Jobs::Done {
        return [this, model = AxisModel::of(graph, compilation.get())] {
          job_ = 0;
          showModel(model);
        };
      });
}

void AxesView::showModel(AxisModelPtr model) {
  AxisModelPtr before = std::exchange(model_, std::move(model));
  const bool any = model_ && !model_->axes.empty();
  empty_->setSentence(model_ ? tr("No op has axes: everything is a scalar.")
                             : tr("The axes of the graph appear here once a document is open."));
  stack_->setCurrentWidget(any ? content_ : static_cast<QWidget*>(empty_));
  axisModel_->setModel(model_, workspace_.selection.op());
  showAxis(model_ ? model_->row(workspace_.selection.state().axis) : -1);
  releaseOnPool(std::move(before));
}

void AxesView::followSelection(Facets what) {
  if (what.testFlag(Facet::pass)) return followGraph();
  if (!model_) return;
  if (what.testFlag(Facet::op)) axisModel_->setModel(model_, workspace_.selection.op());
  if (what & (Facet::axis | Facet::op)) showAxis(model_->row(workspace_.selection.state().axis));
}

void AxesView::showAxis(int axis) {
  // Keep the axis name visible.
  if (axis >= 0 && axis != axis_) axes_->horizontalScrollBar()->setValue(0);
  axis_ = axis;
  axes_->setCurrentSourceRow(axis);
  useModel_->setAxis(model_, axis);
  uses_->setVisible(axis >= 0);
  uses_->setCurrentSourceRow(useModel_->rowOf(workspace_.selection.op()));
  if (!model_) return;
  if (axis < 0) {
    title_->setText(countText(static_cast<std::int64_t>(model_->axes.size())) +
                    (model_->axes.size() == 1 ? tr(" axis") : tr(" axes")));
    facts_->setText(tr("Click an axis to colour it in the graph"));
    return;
  }
  const AxisFacts& facts = model_->axes[static_cast<std::size_t>(axis)];
  title_->setText(QString::fromStdString(shown_axis_name(axis_text(facts.axis))));
  title_->setToolTip(QString::fromStdString(axis_text(facts.axis)));
  facts_->setText(model_->effectsText(axis));
  facts_->setToolTip(facts_->text());
}

void AxesView::selectUse(int row) {
  const OpId op = useModel_->use(row).op;
  Selection& selection = workspace_.selection;
  selection.selectOp(op);
}

void AxesView::step(int by) {
  const int count = useModel_->rowCount();
  if (count == 0) return;
  const int now = useModel_->rowOf(workspace_.selection.op());
  const int next = now < 0 ? (by > 0 ? 0 : count - 1) : (now + by + count) % count;
  workspace_.selection.selectOp(useModel_->use(next).op);
  workspace_.selection.reveal(Facet::op);
}

QString AxesView::header() const {
  return title_->text() + QStringLiteral("  ") + facts_->text();
}

}  // namespace ng::views
