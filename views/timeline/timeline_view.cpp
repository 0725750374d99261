// SPDX-License-Identifier: Apache-2.0
// The timeline view: layout and synchronization. Commands are in timeline_commands.cpp.
#include "views/timeline/timeline_view.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <cmath>

#include "engine/records/compilation_record.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr int statisticsPause = 250;  // ms between updates during a run
constexpr int zoomPause = 100;        // ms without zooming or panning before an update
constexpr int tableWidth = 526;       // pixels that show all columns

QToolButton* button(QAction* action) {
  auto* made = new QToolButton;
  made->setDefaultAction(action);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

}  // namespace

TimelineView::TimelineView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      sources_(new TimelineSources(workspace, this)),
      canvas_(new LaneCanvas),
      statistics_(new RangeStatistics(workspace.jobs, this)),
      finder_(new EventFinder(this)),
      parts_(new QSplitter(Qt::Horizontal)),
      source_(new QComboBox),
      compared_(new QComboBox),
      info_(new ElidedLabel),
      trouble_(new QLabel),
      chip_(new QToolButton),
      empty_(new EmptyState(QStringLiteral("timeline"),
                            tr("Compile and run times appear here once a document is open."))),
      stack_(new QStackedLayout(this)),
      update_(this, [this] { refresh(); }) {
  addCommands();
  makeContent();
  for (const auto& [timer, pause] : {std::pair{&later_, statisticsPause}, {&zoomed_, zoomPause}}) {
    timer->setSingleShot(true);
    timer->setInterval(pause);
    connect(timer, &QTimer::timeout, this, &TimelineView::startStatistics);
  }
  connectCanvas();
  connectSources();
  connectSession();
  refreshSources();
  followTimeline();
}

void TimelineView::makeContent() {
  parts_->setHandleWidth(1);
  parts_->addWidget(canvas_);
  parts_->addWidget(&table());
  parts_->setStretchFactor(0, 1);
  parts_->setCollapsible(0, false);
  connect(parts_, &QSplitter::splitterMoved, this, [this] { partedByHand_ = true; });
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHeader());
  trouble_->setWordWrap(true);
  trouble_->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  trouble_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  trouble_->hide();
  column->addWidget(trouble_);
  column->addWidget(parts_, 1);
  stack_->addWidget(content);
  stack_->addWidget(empty_);
  empty_->setButton(tr("Open a trace…"));
  connect(empty_, &EmptyState::pressed, this, &TimelineView::chooseTrace);
}

void TimelineView::connectCanvas() {
  connect(&canvas_->camera(), &LaneCamera::changed, this, [this] {
    refreshInfo();
    const bool grows =
        canvas_->camera().isAutomatic() && workspace_.run.status().state == RunState::running;
    if (!workspace_.selection.state().range && !grows) zoomed_.start();
  });
  connect(finder_, &EventFinder::changed, this, &TimelineView::startStatistics);
  connect(finder_, &EventFinder::stepped, this, [this](int direction) {
    const auto current = canvas_->current();
    const double from =
        current ? canvas_->timelines().stretchOf(*current).from : canvas_->scale().from() - 1;
    if (const auto next = finder_->next(static_cast<std::int64_t>(from), direction)) goTo(*next);
  });
  connect(statistics_, &RangeStatistics::found, this, [this](const EventMatches& matches) {
    finder_->setMatches(matches);
    canvas_->setMatches(matches);
    refreshInfo();
  });
  connect(canvas_, &LaneCanvas::stretchMeasured, this, [this](std::optional<Stretch> stretch) {
    const bool some = stretch && stretch->to - stretch->from > 2 * canvas_->scale().perPixel();
    workspace_.selection.selectRange(
        some ? std::optional(TimeRange{stretch->from * 1e-9, stretch->to * 1e-9}) : std::nullopt);
    if (!some) canvas_->setStretch(std::nullopt);
  });
  connect(canvas_, &LaneCanvas::currentChanged, this, &TimelineView::selectEvent);
  connect(canvas_, &LaneCanvas::currentActivated, this, &TimelineView::activateEvent);
  connect(canvas_, &LaneCanvas::menuAsked, this, &TimelineView::showMenu);
  connect(&table(), &TableView::rowSelected, this, [this](int row) {
    const SumsRow* chosen = statistics().row(row);
    if (chosen && !chosen->only_other) selectName(chosen->id, -1);
  });
  connect(&table(), &TableView::rowActivated, this, &TimelineView::activateRow);
}

void TimelineView::connectSources() {
  connect(source_, &QComboBox::activated, sources_, &TimelineSources::show);
  connect(compared_, &QComboBox::activated, sources_, [this](int item) {
    sources_->compareWith(item > 0 ? std::optional(item - 1) : std::nullopt);
  });
  for (const auto signal : {&TimelineSources::chosen, &TimelineSources::pinned})
    connect(sources_, signal, this, [this] {
      refreshSources();
      refresh();
    });
  connect(sources_, &TimelineSources::chosen, &canvas_->camera(), &LaneCamera::fit);
  connect(sources_, &TimelineSources::opened, this, [this] {
    if (isVisible()) canvas_->setFocus();
  });
  connect(sources_, &TimelineSources::failed, this, &TimelineView::complain);
  connect(sources_, &TimelineSources::notOpened, this, &TimelineView::notOpened);
}

void TimelineView::connectSession() {
  connect(&workspace_.selection, &Selection::changed, this, &TimelineView::followSelection);
  connect(&workspace_.selection, &Selection::revealed, this, [this](Facet facet) {
    if (facet == Facet::range) goToRange();
  });
  connect(&workspace_.queries, &Queries::queryChanged, sources_, &TimelineSources::followPeer);
  connect(&workspace_.profile, &Profile::timelineChanged, this, &TimelineView::followTimeline);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &TimelineView::followTimeline);
  connect(&workspace_.documents, &Documents::documentChanged, this, &TimelineView::followTimeline);
  connect(&workspace_.compilations, &Compilations::kernelTextsChanged, this,
          &TimelineView::followTimeline);
}

TimelineView::~TimelineView() {
  if (recording_) workspace_.profile.recordTimeline(false);
}

QWidget* TimelineView::makeHeader() {
  auto* header = new QWidget;
  header->setFixedHeight(metrics::strip);
  header->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* line = new QHBoxLayout(header);
  line->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
  line->setSpacing(metrics::grid);
  source_->setToolTip(tr("Timeline to show: this run, a pinned run or a trace file"));
  compared_->setToolTip(tr("Timeline to compare with, in the lanes and in the table"));
  for (QComboBox* choice : {source_, compared_}) {
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->setMaximumWidth(200);
    line->addWidget(choice);
  }
  info_->setFont(Theme::current().tableFont());
  info_->setForegroundRole(QPalette::PlaceholderText);
  info_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  line->addWidget(info_, 1);
  chip_->setToolTip(tr("Clear the range  Esc"));
  chip_->setIcon(Theme::current().icon("close"));
  chip_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  chip_->setLayoutDirection(Qt::RightToLeft);
  chip_->hide();
  connect(chip_, &QToolButton::clicked, this,
          [this] { workspace_.selection.selectRange(std::nullopt); });
  line->addWidget(chip_);
  finder_->field().setMinimumWidth(120);
  finder_->field().setMaximumWidth(320);
  for (QAction* action : actions())
    if (!action->icon().isNull()) line->addWidget(button(action));
  line->addWidget(&finder_->field(), 1);
  return header;
}

// Sizes the table for its first columns until the user moves the splitter.
void TimelineView::resizeEvent(QResizeEvent*) {
  if (partedByHand_) return;
  const int table = std::clamp(width() * 9 / 20, 0, tableWidth);
  parts_->setSizes({width() - table - parts_->handleWidth(), table});
}

void TimelineView::showEvent(QShowEvent*) {
  if (std::exchange(recording_, true)) return;
  workspace_.profile.recordTimeline(true);
  followTimeline();
}

void TimelineView::hideEvent(QHideEvent*) {
  if (std::exchange(recording_, false)) workspace_.profile.recordTimeline(false);
}

Stretch TimelineView::range() const {
  const auto& selected = workspace_.selection.state().range;
  if (selected) return {selected->from * 1e9, selected->to * 1e9};
  const TimelinePtr timeline = sources_->shown();
  if (!timeline) return {};
  const Stretch all{static_cast<double>(timeline->begin()), static_cast<double>(timeline->end())};
  const LaneCamera& camera = canvas_->camera();
  if (camera.isAutomatic()) return all;
  const double from = std::max(all.from, camera.scale().from());
  return {from, std::max(from, std::min(all.to, camera.scale().to()))};
}

void TimelineView::followTimeline() {
  sources_->followRun();
  sources_->followDocument();
  if (sources_->followComparison()) {
    refreshSources();
    canvas_->camera().fit();
  }
  if (!sources_->readsRun()) {
    refreshInfo();
    return;
  }
  update_.request();
}

void TimelineView::refresh() {
  const TimelinePtr timeline = sources_->shown(), compared = sources_->other();
  const bool any = timeline && !timeline->empty();
  const bool content = any || sources_->count() > 1 || trouble_->isVisibleTo(this);
  stack_->setCurrentIndex(content ? 0 : 1);
  setFocusProxy(content ? static_cast<QWidget*>(canvas_) : empty_);
  const std::int64_t shift = any && compared ? timeline->run_begin() - compared->run_begin() : 0;
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  // Kernels of another run have the same names, but other costs.
  const bool own = sources_->showing() == 0;
  canvas_->setTimelines(timeline, compared, shift, compilation, own ? compilation : nullptr);
  canvas_->setSelection(workspace_.selection.state());
  refreshInfo();
  const bool running = workspace_.run.status().state == RunState::running;
  if (!running) return startStatistics();
  if (!later_.isActive()) later_.start();
}

void TimelineView::refreshInfo() {
  const TimelinePtr timeline = sources_->shown();
  QString text;
  const QString found = timeline ? finder_->summary(*timeline) : QString();
  const Stretch visible = range();
  if (!finder_->why().isEmpty() || (!found.isEmpty() && !canvas_->current())) {
    text = found;
  } else if (canvas_->current()) {
    text = canvas_->timelines().describe(*canvas_->current());
  } else if (timeline) {
    const double length = static_cast<double>(timeline->end() - timeline->begin());
    text = countText(static_cast<std::int64_t>(timeline->size()), tr("event")) +
           QString::fromUtf8("  ·  ") + spanText(length);
    if (visible.to - visible.from < length)
      text += tr(", table: %1").arg(rangeText(visible.from, visible.to));
    const bool onlyCompile = timeline->lanes().size() <= 1;
    if (sources_->showing() == 0 && onlyCompile)
      text += workspace_.run.status().lastIteration > 0
                  ? tr("  ·  the run was not recorded because this view was closed")
                  : tr("  ·  compile times; F5 records a run");
  }
  info_->setText(text);
  info_->setToolTip(timeline && !timeline->notes.empty()
                        ? QString::fromStdString(timeline->notes.front())
                        : text);
  const auto& range = workspace_.selection.state().range;
  chip_->setVisible(range.has_value());
  if (range) chip_->setText(tr("range ") + rangeText(range->from * 1e9, range->to * 1e9));
}

QString TimelineView::info() const {
  return info_->text();
}

QString TimelineView::chip() const {
  return chip_->isVisibleTo(this) ? chip_->text() : QString();
}

void TimelineView::startStatistics() {
  const TimelinePtr shown = sources_->shown(), other = sources_->other();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const auto test = [&](const TimelinePtr& of) {
    return of ? finder_->query().on(*of, compilation.get()) : EventTest();
  };
  finder_->setTimeline(shown);
  statistics_->compute(shown, other, range(), sources_->readsRun(), {test(shown), test(other)});
}

void TimelineView::followSelection(Facets what) {
  const SelectionState& state = workspace_.selection.state();
  canvas_->setSelection(state);
  if (what & (Facet::op | Facet::kernel)) canvas_->showSelected();
  if (!what.testFlag(Facet::range)) return;
  canvas_->setStretch(state.range
                          ? std::optional(Stretch{state.range->from * 1e9, state.range->to * 1e9})
                          : std::nullopt);
  refreshInfo();
  startStatistics();
}

void TimelineView::selectEvent() {
  refreshInfo();
  const auto current = canvas_->current();
  if (!current) return;
  const TimelineEvent event = canvas_->timelines().event(*current);
  if (current->which != 0)  // of another run or program: its iterations are not this run's
    return selectLink(workspace_.selection, canvas_->timelines().links(1).link(event.name));
  table().setCurrentSourceRow(statistics().rowOf(event.name));
  selectName(event.name, event.number);
}

const EventLink& TimelineView::link(std::uint32_t name) const {
  return canvas_->timelines().links(0).link(name);
}

// Selects kernel, pass and op, and shows the values of the iteration.
void TimelineView::selectName(std::uint32_t name, std::int32_t number) {
  selectLink(workspace_.selection, link(name));
  if (link(name).iteration && number >= 0) workspace_.run.showIteration(number);
}

void TimelineView::activateEvent() {
  const auto current = canvas_->current();
  if (!current || current->which != 0) return;
  const std::uint32_t name = canvas_->timelines().event(*current).name;
  if (!revealLink(workspace_.selection, link(name))) canvas_->focus();
}

// Goes to the longest event if no other view shows the object.
void TimelineView::activateRow(int at) {
  const SumsRow* row = statistics().row(at);
  const TimelinePtr shown = sources_->shown();
  if (!row || row->only_other || !shown) return;
  if (!row->single && revealLink(workspace_.selection, link(row->id))) return;
  const EventStatistics sum = statistics_->now(*row, shown, range());
  if (sum.count > 0) goTo(sum.longest);
}

void TimelineView::goTo(const EventPlace& event) {
  const ShownEvent shownEvent{0, event};
  const bool there = canvas_->current() == shownEvent;
  canvas_->setCurrent(shownEvent);
  const TimelineEvent what = canvas_->timelines().event(shownEvent);
  selectName(what.name, what.number);
  refreshInfo();
  if (!there) canvas_->focus();
}

void TimelineView::refreshSources() {
  const QSignalBlocker quiet(source_), still(compared_);
  source_->clear();
  compared_->clear();
  compared_->addItem(tr("no comparison"));
  for (int i = 0; i < sources_->count(); ++i) {
    source_->addItem(sources_->title(i));
    compared_->addItem(tr("compare with %1").arg(sources_->title(i)));
  }
  source_->setCurrentIndex(sources_->showing());
  compared_->setCurrentIndex(sources_->comparing().value_or(-1) + 1);
  compared_->setEnabled(sources_->count() > 1);
}

void TimelineView::openFile(const QString& path) {
  trouble_->hide();
  sources_->open(path);
}

void TimelineView::complain(const Diagnostic& diagnostic) {
  QString text = QString::fromStdString(to_string(diagnostic));
  trouble_->setText(text.replace(u'\n', QStringLiteral("  ·  ")));
  trouble_->setToolTip(QString::fromStdString(to_string(diagnostic)));
  trouble_->show();
  refresh();
  emit workspace_.messages.message(diagnostic);
}

}  // namespace ng::views
