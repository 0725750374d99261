// SPDX-License-Identifier: Apache-2.0
// The memory plan view: construction, and synchronization with session and selection. Comparison
// with another plan is in buffers_compare.cpp.
#include "views/buffers/buffers_view.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_trace.h"
#include "views/buffers/buffer_card.h"
#include "views/buffers/buffer_table.h"
#include "views/buffers/plan_legend.h"
#include "views/buffers/plan_plot.h"
#include "views/widgets/compiled_state.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/header_line.h"
#include "views/widgets/number_text.h"
#include "views/widgets/range_of_run.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr std::array<int, 13> columnWidths{132, 72, 52, 96, 150, 240, 56, 72, 80, 88, 96, 64, 140};
// Plans with more buffers are prepared in a background job.
constexpr std::size_t mostAtOnce = 20'000;

// Required passes stay enabled even when a compilation was asked to leave them out.
bool stillRuns(const PlanModel& plan, const QString& name) {
  const auto& passes = plan.record().passes;
  return std::any_of(passes.begin(), passes.end(), [&](const PassRecord& pass) {
    return QString::fromStdString(pass.name) == name && pass.enabled;
  });
}

QToolButton* button(QAction* action) {
  auto* made = new QToolButton;
  made->setDefaultAction(action);
  made->setToolButtonStyle(Qt::ToolButtonTextOnly);
  made->setAutoRaise(true);
  made->setFixedHeight(metrics::row);
  return made;
}

}  // namespace

BuffersView::BuffersView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      plot_(new PlanPlot),
      model_(new BufferTable(this)),
      changes_(new ChangeTable(this)),
      table_(new TableView(model_)),
      changeView_(new TableView(changes_)),
      card_(new BufferCard),
      tabs_(new QTabBar),
      choice_(new QComboBox),
      ranks_(new QComboBox),
      title_(new QLabel),
      facts_(new ElidedLabel) {
  setMinimumWidth(240);  // allows narrow panels: the header is elided instead
  addActions();
  content_ = makeContent();
  empty_ =
      new CompiledState(QStringLiteral("buffers"),
                        tr("The memory plan appears here once a document is compiled."), workspace);
  empty_->setNothing(tr("This program has no buffers."));
  stack_ = new QStackedLayout(this);
  stack_->addWidget(content_);
  stack_->addWidget(empty_);
  connect(plot_, &PlanPlot::bufferPicked, this, &BuffersView::pick);
  connect(plot_, &PlanPlot::bufferActivated, this, [this](int buffer) {
    pick(buffer);
    workspace_.selection.reveal(Facet::op);
  });
  connect(plot_, &PlanPlot::stepPicked, this, &BuffersView::showStep);
  connect(plot_, &PlanPlot::bandPicked, this, &BuffersView::pickRange);
  connect(table_, &TableView::rowSelected, this, [this](int row) { pick(model_->buffer(row)); });
  connect(table_, &TableView::rowActivated, this,
          [this] { workspace_.selection.reveal(Facet::op); });
  connect(changeView_, &TableView::rowSelected, this, [this](int row) {
    const BufferRecord* buffer = changes_->row(row)->after;
    if (buffer) pick(plan_->named(QString::fromStdString(buffer->name)));
  });
  connect(card_, &BufferCard::bufferFollowed, this, &BuffersView::pick);
  connect(card_, &BufferCard::opFollowed, this, [this](OpId op) {
    workspace_.selection.selectOp(op);
    workspace_.selection.reveal(Facet::op);
  });
  connect(card_, &BufferCard::kernelFollowed, this, [this](const QString& kernel) {
    workspace_.selection.selectKernel(kernel);
    workspace_.selection.reveal(Facet::kernel);
  });
  connect(&workspace_.selection, &Selection::changed, this, &BuffersView::followSelection);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &BuffersView::followCompilation);
  connect(&workspace_.documents, &Documents::documentChanged, this,
          &BuffersView::followCompilation);
  connect(&workspace_.compilations, &Compilations::otherCompilationChanged, this,
          [this](const QString& pass) {
            if (!comparing_ || pass != without_) return;
            workspace_.compilations.compilationWithout(pass) ? followOther() : stopComparing();
          });
  connect(&workspace_.run, &Run::runChanged, this,
          [this] { plot_->setRunStep(workspace_.run.status().step - 1); });
  followCompilation();
}

QAction* BuffersView::makeAction(const QString& text, const QString& icon,
                                 const QKeySequence& key) {
  auto* action = new QAction(Theme::current().icon(icon), text, this);
  action->setShortcut(key);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setToolTip(text + QStringLiteral("  ") + key.toString(QKeySequence::NativeText));
  addAction(action);
  return action;
}

void BuffersView::addActions() {
  peak_ = makeAction(tr("Go to the step with peak memory and list the live buffers"), "buffers",
                     Qt::Key_M);
  peak_->setIconText(tr("Peak"));
  connect(peak_, &QAction::triggered, this, &BuffersView::showPeak);
  all_ = makeAction(tr("Also show buffers outside the pool"), "expand", Qt::Key_A);
  all_->setIconText(tr("All"));
  all_->setCheckable(true);
  connect(all_, &QAction::toggled, plot_, &PlanPlot::setShowsAll);
  ghost_ = makeAction(tr("Outline the layout without buffer reuse"), "eye", Qt::Key_G);
  ghost_->setIconText(tr("No reuse"));
  ghost_->setCheckable(true);
  ghost_->setChecked(true);
  connect(ghost_, &QAction::toggled, plot_, &PlanPlot::setShowsGhost);
}

QWidget* BuffersView::makeHeader() {
  auto* header = new QWidget;
  QHBoxLayout* line = makeHeaderLine(header, title_, facts_);
  line->setSpacing(metrics::grid);
  for (QAction* action : {peak_, ghost_, all_}) line->addWidget(button(action));
  choice_->setMinimumWidth(96);
  choice_->setMaximumWidth(168);
  choice_->setFocusPolicy(Qt::ClickFocus);
  choice_->setToolTip(tr("Compare the memory plan with another one"));
  connect(choice_, &QComboBox::activated, this, &BuffersView::choose);
  line->addWidget(choice_);
  ranks_->setMinimumWidth(96);
  ranks_->setMaximumWidth(200);
  ranks_->setFocusPolicy(Qt::ClickFocus);
  ranks_->setAccessibleName(tr("Rank"));
  connect(ranks_, &QComboBox::activated, this, [this](int rank) {
    rank_ = rank;
    const auto& all = workspace_.compilations.rankMemory();
    const RankMemory& chosen = all[static_cast<std::size_t>(rank)];
    if (!chosen.shown) workspace_.compilations.setRanks(chosen.ranks);
    fillRanks();  // until it is compiled, the plan is that of the rank before
  });
  line->addWidget(ranks_);
  return header;
}

QWidget* BuffersView::makeTabs() {
  for (int i = 0; i < 3; ++i) tabs_->addTab(QString());
  tabs_->setExpanding(false);
  tabs_->setUsesScrollButtons(false);
  tabs_->setElideMode(Qt::ElideRight);
  tabs_->setFocusPolicy(Qt::ClickFocus);
  connect(tabs_, &QTabBar::currentChanged, this, &BuffersView::fillTable);
  auto* strip = new QWidget;
  auto* line = new QHBoxLayout(strip);
  line->setContentsMargins(0, 0, metrics::grid, 0);
  line->addWidget(tabs_, 1);
  auto* filter = table_->makeFilterField(strip);
  filter->setMinimumWidth(48);
  filter->setMaximumWidth(112);
  connect(filter, &QLineEdit::textChanged, changeView_, &TableView::setFilter);
  line->addWidget(filter);
  return strip;
}

QWidget* BuffersView::makeContent() {
  for (int i = 0; i < static_cast<int>(columnWidths.size()); ++i) {
    table_->setColumnWidth(i, columnWidths[static_cast<std::size_t>(i)]);
  }
  changeView_->setColumnWidth(0, columnWidths[0]);
  auto* side = new QWidget;
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(card_);
  rows->addWidget(makeTabs());
  auto* pages = new QWidget;
  tables_ = new QStackedLayout(pages);
  tables_->addWidget(table_);
  tables_->addWidget(changeView_);
  rows->addWidget(pages, 1);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  auto* picture = new QWidget;
  auto* parts = new QVBoxLayout(picture);
  parts->setContentsMargins(0, 0, 0, 0);
  parts->setSpacing(0);
  parts->addWidget(plot_, 1);
  parts->addWidget(new PlanLegend(plot_));
  splitter->addWidget(picture);
  splitter->addWidget(side);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({560, 400});
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHeader());
  column->addWidget(splitter, 1);
  return content;
}

// ---- following ------------------------------------------------------------------------------

void BuffersView::followCompilation() {
  const CompilationRecordPtr now = workspace_.compilations.compilation();
  if (now == compilation_ && plan_) return;
  const bool same = now && compilation_ && now->computation == compilation_->computation;
  previous_ = same ? compilation_ : nullptr;
  compilation_ = now;
  if (job_ != 0) workspace_.jobs.cancel(job_);
  job_ = 0;
  if (!now || now->buffers.size() <= mostAtOnce) {
    return use(now && !now->buffers.empty() ? std::make_shared<const PlanModel>(now) : nullptr);
  }
  job_ = workspace_.jobs.start(tr("memory plan"), [this, now](JobContext&) -> Jobs::Done {
    auto plan = std::make_shared<const PlanModel>(now);
    return [this, plan] {
      job_ = 0;
      use(plan);
    };
  });
}

void BuffersView::use(PlanModelPtr plan) {
  const QString wanted = buffer();
  plan_ = std::move(plan);
  step_.reset();
  plot_->setStep(-1);
  plot_->setModel(plan_);
  plot_->setRunStep(workspace_.run.status().step - 1);
  stack_->setCurrentWidget(plan_ ? content_ : static_cast<QWidget*>(empty_));
  fillChoices();
  fillRanks();
  if (plan_ && !without_.isEmpty()) workspace_.compilations.compileWithout(without_);
  followOther();
  const QString selected = workspace_.selection.state().buffer;
  int chosen = -1;
  if (plan_) chosen = plan_->named(selected.isEmpty() ? wanted : selected);
  if (plan_ && chosen < 0) chosen = plan_->holding(workspace_.selection.op());
  select(chosen);
  markKernel();
  followRange();
}

void BuffersView::followSelection(Facets what) {
  if (!plan_) return;
  const SelectionState& state = workspace_.selection.state();
  const int named = plan_->named(state.buffer);
  if (what.testFlag(Facet::buffer) && (named >= 0 || state.buffer.isEmpty())) {
    select(named);
  } else if (what.testFlag(Facet::op)) {
    const int holding = plan_->holding(state.op);
    if (holding >= 0 || state.op == 0) select(holding);
  }
  if (what.testFlag(Facet::kernel)) markKernel();
  if (what.testFlag(Facet::range)) followRange();
}

// With a selected time range, highlights its steps and filters the table to buffers alive in it.
void BuffersView::followRange() {
  const auto& range = workspace_.selection.state().range;
  const TimelinePtr timeline = workspace_.profile.timeline();
  const std::vector<Span> spans = range && timeline && plan_
                                      ? stepsIn(*timeline, plan_->record().steps, *range)
                                      : std::vector<Span>();
  plot_->setBands(spans);
  if (spans.empty()) return table_->setShown({});
  table_->setShown([this, spans](int row) {
    const BufferRecord& buffer = plan_->buffer(model_->buffer(row));
    return std::any_of(spans.begin(), spans.end(), [&buffer](const Span& span) {
      return buffer.first_step < span.second && buffer.last_step + 1 > span.first;
    });
  });
}

void BuffersView::pickRange(double from, double to) {
  const TimelinePtr timeline = workspace_.profile.timeline();
  const auto& near = workspace_.selection.state().range;
  const auto range = timeline && plan_
                         ? timeOfSteps(*timeline, plan_->record().steps, {from, to}, near)
                         : std::nullopt;
  if (range) return workspace_.selection.selectRange(range);
  followRange();
  QToolTip::showText(QCursor::pos(),
                     tr("These steps were not timed: runs are recorded only while "
                        "the Timeline is open"),
                     plot_);
}

// Marks the buffers that the selected kernel reads and writes.
void BuffersView::markKernel() {
  std::set<int> read, written;
  const QString name = workspace_.selection.state().kernel;
  const KernelRecord* kernel =
      plan_ && !name.isEmpty() ? plan_->record().kernel(name.toStdString()) : nullptr;
  const auto add = [this](const std::vector<std::string>& names, std::set<int>& to) {
    for (const std::string& each : names) {
      const int buffer = plan_->named(QString::fromStdString(each));
      if (buffer >= 0) to.insert(buffer);
    }
  };
  if (kernel) {
    add(kernel->reads, read);
    add(kernel->writes, written);
  }
  plot_->setMarked(std::move(read), std::move(written));
}

QString BuffersView::buffer() const {
  return plan_ && plot_->selected() >= 0
             ? QString::fromStdString(plan_->buffer(plot_->selected()).name)
             : QString();
}

void BuffersView::select(int buffer) {
  plot_->setSelected(buffer);
  card_->setBuffer(plan_, buffer);
  table_->setCurrentSourceRow(model_->rowOf(buffer));
}

// Handles a click by the user: selects the buffer and the op that owns it in all views.
void BuffersView::pick(int buffer) {
  if (!plan_ || buffer < 0 || buffer >= plan_->buffers()) return;
  const BufferRecord& record = plan_->buffer(buffer);
  Selection& selection = workspace_.selection;
  plot_->setMarked({}, {});
  select(buffer);
  selection.selectBuffer(QString::fromStdString(record.name));
  const GraphRecordPtr graph = shownGraph(compilation_, selection.pass());
  if (graph && record.owner != 0) {
    selection.selectOp(shown_as(plan_->record(), *graph, record.owner));
  }
}

// ---- tables ---------------------------------------------------------------------------------

BuffersView::Rows BuffersView::rows() const {
  return static_cast<Rows>(std::max(0, tabs_->currentIndex()));
}

void BuffersView::setRows(Rows rows) {
  tabs_->setCurrentIndex(static_cast<int>(rows));
  fillTable();
}

void BuffersView::showPeak() {
  if (plan_) showStep(plan_->facts().peak_step);
}

void BuffersView::showStep(int step) {
  if (!plan_ || step < 0 || step >= plan_->steps()) return;
  step_ = step;
  plot_->setStep(step);
  setRows(Rows::alive);
}

void BuffersView::fillTable() {
  const int peak = plan_ ? plan_->facts().peak_step : 0;
  const int step = step_.value_or(peak);
  const auto count = [](std::size_t n) { return countText(static_cast<std::int64_t>(n)); };
  if (plan_) {
    tabs_->setTabText(0, tr("All %1").arg(count(plan_->record().buffers.size())));
    const QString at = step == peak ? tr("peak") : tr("step %1").arg(step);
    tabs_->setTabText(1, tr("Alive at %1").arg(at));
    tabs_->setTabText(2, tr("Changes %1").arg(count(changes_->rows().size())));
  }
  tabs_->setTabVisible(2, comparing_);
  const bool alive = rows() == Rows::alive;
  plot_->setStep(alive ? step : -1);
  tables_->setCurrentWidget(rows() == Rows::changes ? changeView_ : table_);
  model_->setPlan(plan_, alive ? std::optional(step) : std::nullopt);
  table_->setCurrentSourceRow(model_->rowOf(plot_->selected()));
  updateHeader();
}

QString BuffersView::header() const {
  return title_->text() + QStringLiteral("  ") + facts_->text();
}

void BuffersView::updateHeader() {
  title_->setText(plan_ ? plot_->peakText() : QString());
  if (!plan_) return facts_->clear();
  const CompilationRecord& record = plan_->record();
  const MemoryFacts& facts = plan_->facts();
  QStringList parts;
  const bool needed = comparing_ && other_ && !without_.isEmpty() && stillRuns(*other_, without_);
  if (needed) {
    parts << tr("%1 cannot be switched off: programs need it").arg(without_);
  } else if (comparing_ && other_) {
    const std::int64_t by = record.peak_bytes - other_->record().peak_bytes;
    const QString than = without_.isEmpty() ? tr("before") : tr("without %1").arg(without_);
    parts << (by == 0 ? tr("as large as %1").arg(than)
                      : tr("%1 %2 than %3 (%4)")
                            .arg(byteText(std::abs(by)), by < 0 ? tr("less") : tr("more"), than,
                                 byteText(other_->record().peak_bytes)));
  } else if (comparing_) {
    parts << tr("computing the plan without %1…").arg(without_);
  }
  if (record.peak_bytes > 0) {
    parts << tr("%1 alive at %2")
                 .arg(byteText(facts.peak_alive),
                      QString::fromStdString(plan_->plan().step_text(facts.peak_step)));
    const std::int64_t gaps = record.peak_bytes - facts.peak_alive;
    if (gaps > 0) parts << tr("%1 lost to gaps").arg(byteText(gaps));
    if (record.unshared_bytes > record.peak_bytes) {
      const auto saved = static_cast<double>(record.unshared_bytes - record.peak_bytes);
      parts << tr("%1 without buffer reuse: %2 saved")
                   .arg(byteText(record.unshared_bytes),
                        percentText(saved / static_cast<double>(record.unshared_bytes)));
    }
  }
  facts_->setText(parts.join(QStringLiteral(" · ")));
  facts_->setToolTip(facts_->text());
}

}  // namespace ng::views
