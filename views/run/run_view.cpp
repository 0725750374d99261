// SPDX-License-Identifier: Apache-2.0
// The run view. Follows the session's signals and keeps no run state of its own.
#include "views/run/run_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <cmath>

#include "engine/records/document_record.h"
#include "engine/records/plan_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "views/core/session/not_written.h"
#include "views/run/plan_panel.h"
#include "views/run/run_progress.h"
#include "views/widgets/checkpoint_dialog.h"
#include "views/widgets/compiled_state.h"
#include "views/widgets/number_text.h"
#include "views/widgets/range_of_run.h"
#include "views/widgets/run_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {

namespace {

constexpr int sideWidth = 256, narrowView = 520;

QToolButton* button(QAction* action) {
  auto* made = new QToolButton;
  made->setDefaultAction(action);
  made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

// Value of a series at x; empty before its first point.
std::optional<double> at(const SeriesRecord& series, double x) {
  for (std::size_t i = series.x.size(); i-- > 0;) {
    if (series.x[i] <= x) return series.y[i];
  }
  return std::nullopt;
}

}  // namespace

RunView::RunView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      plot_(new Plot),
      plan_(new PlanPanel(workspace)),
      progress_(new RunProgress(workspace)),
      later_(new QTimer(this)) {
  clock_.start();
  model_ = new ColumnModel(columns(), this);
  auto* table = new TableView(model_);
  table->horizontalHeader()->setStretchLastSection(true);
  splitter_ = new QSplitter;
  splitter_->addWidget(plot_);
  splitter_->addWidget(makeSide(table));
  splitter_->setStretchFactor(0, 1);
  splitter_->setSizes({600, sideWidth});
  splitter_->setCollapsible(0, false);
  addCommands();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHeader());
  column->addWidget(progress_);
  column->addWidget(splitter_, 1);
  empty_ = new EmptyState("run_view", {}, plot_);

  connect(empty_, &EmptyState::pressed, &workspace_.run, &Run::run);
  connect(plot_, &Plot::cursorPicked, this,
          [this](double x) { workspace_.run.showIteration(std::llround(x)); });
  connect(plot_, &Plot::notExported, this,
          [this](const QString& path) { sayNotWritten(workspace_.messages, path); });
  connect(&workspace_.documents, &Documents::documentChanged, this, &RunView::followDocument);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &RunView::followDocument);
  connect(&workspace_.run, &Run::runChanged, this, &RunView::followRun);
  for (auto signal : {&Compilations::compilationStarted, &Compilations::compilationFailed})
    connect(&workspace_.compilations, signal, this, &RunView::followRun);
  connect(&workspace_.values, &Values::seriesChanged, this, &RunView::awaitSeries);
  later_->setSingleShot(true);
  connect(later_, &QTimer::timeout, this, &RunView::followSeries);
  connect(&workspace_.values, &Values::tensorsChanged, this, &RunView::followValues);
  connect(plot_, &Plot::bandPicked, this, &RunView::pickRange);
  connect(&workspace_.selection, &Selection::changed, this, [this](Facets what) {
    if (what.testFlag(Facet::range)) followRange();
  });
  connect(&Theme::current(), &Theme::changed, this, &RunView::followRun);
  followDocument();
}

std::vector<TableColumn> RunView::columns() const {
  const auto value = [this](int row) { return values_[static_cast<std::size_t>(row)]; };
  const auto name = [value](int row) { return value(row).name(); };
  const auto text = [value](int row) { return value(row).text; };
  std::vector<TableColumn> made{{"value", false, name, {}, {}},
                                {"at the cursor", true, text, {}, text}};
  const auto in = [this](int row) { return rangeText(row); };
  if (!plot_->bands().empty()) made.push_back({"in the range", true, in, {}, in});
  return made;
}

// Shows the selected time range as a band of iterations.
void RunView::followRange() {
  const auto& range = workspace_.selection.state().range;
  const TimelinePtr timeline = workspace_.profile.timeline();
  const bool had = !plot_->bands().empty();
  const auto band = range && timeline ? iterationsIn(*timeline, *range) : std::nullopt;
  plot_->setBands(band ? std::vector{*band} : std::vector<AxesPlot::Band>());
  if (had == plot_->bands().empty()) model_->setColumns(columns());
  model_->refresh();
}

void RunView::pickRange(double from, double to) {
  const TimelinePtr timeline = workspace_.profile.timeline();
  const auto range = timeline ? timeOfIterations(*timeline, {from, to}) : std::nullopt;
  if (range) return workspace_.selection.selectRange(range);
  followRange();
  QToolTip::showText(QCursor::pos(),
                     tr("This run was not timed: runs are recorded only while the "
                        "Timeline is open"),
                     plot_);
}

// Range of a curve within the band, e.g. "0.4312 … 0.5901".
QString RunView::rangeText(int row) const {
  if (plot_->bands().empty()) return {};
  const auto& [from, to] = plot_->bands().front();
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const PlotSeries& curve : plot_->series()) {
    if (!values_[static_cast<std::size_t>(row)].names.contains(curve.name)) continue;
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (curve.x[i] >= from && curve.x[i] <= to)
        least = std::min(least, curve.y[i]), most = std::max(most, curve.y[i]);
  }
  return least > most ? QString() : valueText(least) + QString::fromUtf8(" … ") + valueText(most);
}

void RunView::addCommands() {
  addActions(plot_->actions());
  const auto add = [this](const QString& text, const QString& brief, const char* icon, auto call) {
    auto* action = new QAction(Theme::current().icon(icon), text, this);
    action->setIconText(brief);
    connect(action, &QAction::triggered, this, call);
    addAction(action);
  };
  add("Save checkpoint…", "Save", "save", &RunView::saveCheckpoint);
  add("Restore checkpoint…", "Restore", "restore", &RunView::restoreCheckpoint);
}

// Side panel with the values at the cursor and the plan.
QWidget* RunView::makeSide(TableView* values) {
  auto* side = new QWidget;
  stack_ = new QStackedWidget;
  stack_->addWidget(values);
  stack_->addWidget(plan_);
  tabs_ = new QTabBar;
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  tabs_->addTab(tr("Values"));
  tabs_->addTab(tr("Plan"));
  connect(tabs_, &QTabBar::currentChanged, stack_, &QStackedWidget::setCurrentIndex);
  connect(tabs_, &QTabBar::tabBarClicked, this, [this] { sideByHand_ = true; });
  connect(plan_, &PlanPanel::curvesChanged, this, &RunView::followSeries);
  connect(plan_, &PlanPanel::wanted, this, [this] { tabs_->setCurrentIndex(tabs_->count() - 1); });
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(0, 0, metrics::grid, 0);
  head->addWidget(tabs_, 1);
  QLineEdit* filter = values->makeFilterField(side);
  filter->setFixedWidth(88);
  connect(tabs_, &QTabBar::currentChanged, filter,
          [this, filter](int tab) { filter->setVisible(tab == (narrow_ ? 1 : 0)); });
  head->addWidget(filter);
  column->addLayout(head);
  column->addWidget(stack_, 1);
  return side;
}

void RunView::showSide(int tab) {
  if (!sideByHand_ && !narrow_) tabs_->setCurrentIndex(tab);
}

// The computation was called and none of its results is a curve.
bool RunView::hasOnlyResults() const {
  return plot_->series().empty() && workspace_.run.status().lastIteration > 0 &&
         !workspace_.values.results().empty();
}

// The values take the room of an empty plot.
void RunView::showOnlyResults(bool only) {
  if (only == onlyResults_) return;
  onlyResults_ = only;
  if (!narrow_) plot_->setVisible(!only);
  if (only) tabs_->setCurrentIndex(narrow_ ? 1 : 0);
}

// A narrow view shows the curves in a tab instead of next to the side panel.
void RunView::setNarrow(bool narrow) {
  if (narrow == narrow_) return;
  narrow_ = narrow;
  if (narrow) {
    stack_->insertWidget(0, plot_);
    tabs_->insertTab(0, tr("Curves"));
    tabs_->setCurrentIndex(0);
  } else {
    splitter_->insertWidget(0, plot_);
    tabs_->removeTab(0);
    plot_->setVisible(!onlyResults_);
    splitter_->setStretchFactor(0, 1);
    splitter_->setSizes({std::max(width() - sideWidth, sideWidth), sideWidth});
    splitter_->setCollapsible(0, false);
  }
}

QWidget* RunView::makeHeader() {
  auto* header = new QWidget;
  header->setFixedHeight(metrics::strip);
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(metrics::grid + 2, 0, metrics::grid, 0);
  row->setSpacing(metrics::grid);
  state_ = new QLabel;
  state_->setTextFormat(Qt::RichText);
  state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // elided if narrow
  state_->setMinimumWidth(state_->fontMetrics().horizontalAdvance(tr("finished")) + 32);
  row->addWidget(state_, 1);
  row->addSpacing(metrics::grid);
  row->addWidget(new QLabel("epochs"));
  epochs_ = new QSpinBox;
  epochs_->setRange(1, 1000000);
  epochs_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  epochs_->setAlignment(Qt::AlignRight);
  epochs_->setFixedWidth(56);
  epochs_->setKeyboardTracking(false);
  connect(epochs_, &QSpinBox::valueChanged, &workspace_.plans, &Plans::setEpochs);
  row->addWidget(epochs_);
  const QList<QAction*> all = actions();
  files_ = {button(all[all.size() - 2]), button(all[all.size() - 1])};
  for (QToolButton* each : files_) row->addWidget(each);
  return header;
}

void RunView::followDocument() {
  const DocumentRecordPtr document = workspace_.documents.document();
  QString plotted = "value";
  if (document && document->plan && !document->plan->plots.empty())
    plotted = QString::fromStdString(document->plan->plots.front());
  plot_->setTitles("iteration", plotted);
  followSeries();
}

// Shows as many parts as fit; the tooltip shows all.
void RunView::showState() {
  const QString all = stateLine(), between = QString::fromUtf8(" · ");
  QStringList parts = all.split(between);
  const int room = state_->width() - state_->fontMetrics().horizontalAdvance(QString(6, 'x'));
  while (parts.size() > 1 && state_->fontMetrics().horizontalAdvance(parts.join(between)) > room)
    parts.removeLast();
  state_->setToolTip(all);
  state_->setText(QString::fromUtf8("<span style='color:%1'>●</span>&nbsp; %2")
                      .arg(stateColour(workspace_).name(), parts.join(between).toHtmlEscaped()));
}

void RunView::followRun() {
  const RunState state = workspace_.run.status().state;
  if (state == RunState::running)
    rate_.see(workspace_.run.status().lastIteration, static_cast<double>(clock_.elapsed()) / 1e3);
  else
    rate_.forget();
  showSide(state == RunState::idle && plot_->series().empty() ? 1 : 0);
  showState();
  const QSignalBlocker quiet(epochs_);
  epochs_->setEnabled(workspace_.run.status().totalIterations > 0 && state != RunState::running);
  epochs_->setValue(workspace_.run.status().epochs);
  const auto total = static_cast<double>(workspace_.run.status().totalIterations);
  plot_->setLeastRange(0, total > 0 ? total : 1);
  plot_->setTopScale("epoch", workspace_.run.status().batches);
  plot_->setCursor(
      workspace_.run.status().lastIteration > 0
          ? std::optional<double>(static_cast<double>(workspace_.run.status().iteration))
          : std::nullopt);
  showOnlyResults(hasOnlyResults());
  placeEmptyState();
  followValues();
}

// Curves of many points are shown a few times a second: copying, measuring and painting them at
// each call would leave the window no time.
void RunView::awaitSeries() {
  constexpr std::size_t fewPoints = 100'000, pointsAMillisecond = 2'000;
  std::size_t points = 0;
  for (const PlotSeries& curve : plot_->series()) points += curve.x.size();
  if (points <= fewPoints) return followSeries();
  if (!later_->isActive()) later_->start(static_cast<int>(points / pointsAMillisecond));
}

void RunView::followSeries() {
  later_->stop();
  const double batches = std::max(1, workspace_.run.status().batches);
  std::vector<PlotSeries> curves;
  QStringList names;
  QString left;  // quantity of the left scale: that of the first curve
  for (SeriesRecord& s : workspace_.values.series()) {
    PlotSeries curve;
    curve.name = QString::fromStdString(s.name);
    curve.colour = static_cast<int>(curves.size());
    const QString title = QString::fromStdString(s.y_title.empty() ? s.name : s.y_title);
    if (left.isEmpty()) left = title;
    curve.right = title != left;
    if (s.unit == SeriesUnit::epoch) {
      for (double& x : s.x) x *= batches;
      curve.dots = s.x.size() <= 200;
      curve.unit = "epoch";
      curve.unitLength = batches;
    }
    curve.x = std::move(s.x);
    curve.y = std::move(s.y);
    if (curve.x.empty()) continue;
    names << curve.name;
    if (!plan_->showsCurve(curve.name)) continue;
    if (curve.right) plot_->setRightTitle(title);
    curves.push_back(std::move(curve));
  }
  if (!left.isEmpty()) plot_->setTitles("iteration", left);
  plan_->setCurves(names);
  plot_->setSeries(std::move(curves));
  followRun();
}

// Merges names of the same result into one row, e.g. "loss, L".
void RunView::addValue(OpId op, const QString& name, const QString& value) {
  for (Value& row : values_) {
    if (op == 0 || row.op != op) continue;
    if (!row.names.contains(name)) row.names << name;
    return;
  }
  values_.push_back({op, {name}, value});
}

void RunView::followValues() {
  values_.clear();
  const auto iteration = static_cast<double>(workspace_.run.status().iteration);
  const auto addResults = [&] {
    for (const TensorRecord& t : workspace_.values.results())
      addValue(t.op, QString::fromStdString(t.name), exactText(t));
  };
  // Within an iteration the results are newer than the curves.
  if (workspace_.run.status().within && !workspace_.run.status().looksBack) addResults();
  for (const SeriesRecord& s : workspace_.values.series()) {
    const double x = s.unit == SeriesUnit::epoch
                         ? iteration / std::max(1, workspace_.run.status().batches)
                         : iteration;
    if (const auto value = at(s, x))
      addValue(s.op, QString::fromStdString(s.name), QString::number(*value, 'g', 9));
  }
  addResults();
  if (!values_.empty())  // warns that the values were computed with an assumed 0
    for (const PlanGivenRecord& given : workspace_.plans.plan().given)
      if (given.assumed)
        addValue(0, tr("%1, no value").arg(QString::fromStdString(given.placeholder)),
                 QString::fromStdString(given.source));
  model_->setRows(static_cast<int>(values_.size()));
}

QString RunView::stateLine() const {
  QString line = runLine(workspace_);
  const QString between = QString::fromUtf8(" · ");
  if (rate_.rate()) line += between + rateText(*rate_.rate());
  if (const auto left = rate_.secondsLeft(workspace_.run.status().totalIterations))
    line += between + tr("%1 left").arg(durationText(*left));
  return line;
}

QString RunView::emptySentence() const {
  return empty_->isHidden() ? QString() : empty_->sentence();
}

void RunView::placeEmptyState() {
  const bool empty = plot_->series().empty() && workspace_.run.status().state != RunState::running;
  empty_->setVisible(empty);
  if (!empty) return;
  const QString plan = planText(workspace_);
  if (!workspace_.documents.document()) {
    empty_->setSentence("Open a document to run it.");
    empty_->setButton({});
  } else if (const QString readOnly = workspace_.documents.readOnly(); !readOnly.isEmpty()) {
    empty_->setSentence(readOnly);
    empty_->setButton({});
  } else if (const QString why = CompiledState::whyNone(workspace_);
             !why.isEmpty() && !workspace_.compilations.computations().isEmpty()) {
    const bool stopped = CompiledState::canCompile(workspace_);
    empty_->setSentence(why);
    empty_->setButton(stopped ? "Compile and run" : QString(), stopped ? "F5" : QString());
  } else {
    const bool callable = !workspace_.compilations.computation().isEmpty();
    const bool called =
        workspace_.run.status().state == RunState::finished && !workspace_.values.results().empty();
    empty_->setSentence(called            ? "No result is a curve. See Values for the results."
                        : !plan.isEmpty() ? "Press F5: " + plan
                        : callable
                            ? "Press F5 to call " + workspace_.compilations.computation()
                            : "Nothing to run. Create an op first; it becomes a computation.");
    empty_->setButton(callable ? "Run" : QString(), callable ? "F5" : QString());
  }
  empty_->setGeometry(plot_->area().toRect());
}

void RunView::resizeEvent(QResizeEvent*) {
  constexpr int roomy = 440;
  for (QToolButton* each : files_)
    each->setToolButtonStyle(width() < roomy ? Qt::ToolButtonIconOnly
                                             : Qt::ToolButtonTextBesideIcon);
  QMetaObject::invokeMethod(
      this, [this] { setNarrow(width() < narrowView); }, Qt::QueuedConnection);
  // Queued, because plot and label get their new size after the layout pass.
  QMetaObject::invokeMethod(this, &RunView::placeEmptyState, Qt::QueuedConnection);
  QMetaObject::invokeMethod(this, &RunView::showState, Qt::QueuedConnection);
}

void RunView::saveCheckpoint() {
  const QString path = chooseCheckpointToSave(this, workspace_);
  if (!path.isEmpty()) workspace_.checkpoints.save(path);
}

void RunView::restoreCheckpoint() {
  const QString path = chooseCheckpointToRestore(this, workspace_);
  if (!path.isEmpty()) workspace_.checkpoints.restore(path);
}

}  // namespace ng::views
