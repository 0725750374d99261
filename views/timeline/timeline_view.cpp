// SPDX-License-Identifier: Apache-2.0
// The timeline view: layout and synchronization. Traces are in timeline_traces.cpp, commands in
// timeline_commands.cpp.
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
#include <array>
#include <cmath>

#include "views/timeline/statistics_table.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr int statisticsPause = 250;           // ms between updates during a run
// Events summed on the GUI thread; larger traces use a background job.
constexpr std::size_t mostAtOnce = 2'000'000;
constexpr std::array<int, 6> columnWidths{136, 74, 48, 72, 74, 64};
constexpr int tableWidth = 486;  // pixels that show all columns

QToolButton* button(QAction* action) {
  auto* made = new QToolButton;
  made->setDefaultAction(action);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

}  // namespace

TimelineView::TimelineView(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      canvas_(new LaneCanvas),
      model_(new StatisticsTable(this)),
      table_(new TableView(model_)),
      parts_(new QSplitter(Qt::Horizontal)),
      source_(new QComboBox),
      compared_(new QComboBox),
      info_(new QLabel),
      trouble_(new QLabel),
      chip_(new QToolButton),
      empty_(new EmptyState(
          QStringLiteral("timeline"),
          tr("Compile and run times appear here once a document is open."))),
      stack_(new QStackedLayout(this)),
      seen_(this, [this] { refresh(); }) {
  sources_.push_back({tr("this run"), nullptr});
  parts_->setHandleWidth(1);
  parts_->addWidget(canvas_);
  parts_->addWidget(table_);
  parts_->setStretchFactor(0, 1);
  parts_->setCollapsible(0, false);
  connect(parts_, &QSplitter::splitterMoved, this, [this] { partedByHand_ = true; });
  for (std::size_t i = 0; i < columnWidths.size(); ++i)
    table_->setColumnWidth(static_cast<int>(i), columnWidths[i]);
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  addCommands();
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

  later_.setSingleShot(true);
  later_.setInterval(statisticsPause);
  connect(&later_, &QTimer::timeout, this, &TimelineView::startStatistics);
  connect(empty_, &EmptyState::pressed, this, &TimelineView::chooseTrace);
  connect(canvas_, &LaneCanvas::stretchMeasured, this, [this](std::optional<Stretch> stretch) {
    const bool some = stretch && stretch->to - stretch->from > 2 * canvas_->scale().perPixel();
    workspace_.selection.selectRange(
        some ? std::optional(TimeRange{stretch->from * 1e-9, stretch->to * 1e-9}) : std::nullopt);
    if (!some) canvas_->setStretch(std::nullopt);
  });
  connect(canvas_, &LaneCanvas::currentChanged, this, &TimelineView::selectEvent);
  connect(canvas_, &LaneCanvas::currentActivated, this, &TimelineView::activateEvent);
  connect(canvas_, &LaneCanvas::menuAsked, this, &TimelineView::showMenu);
  connect(table_, &TableView::rowSelected, this, [this](int row) {
    const SumsRow* chosen = model_->row(row);
    if (chosen && !chosen->onlyOther) selectName(chosen->id, -1);
  });
  connect(table_, &TableView::rowActivated, this, &TimelineView::activateRow);
  connect(source_, &QComboBox::activated, this, &TimelineView::showSource);
  connect(compared_, &QComboBox::activated, this, [this](int item) { compareWith(item - 1); });
  connect(&workspace_.selection, &Selection::changed, this, &TimelineView::followSelection);
  connect(&workspace_.selection, &Selection::revealed, this, [this](Facet facet) {
    if (facet == Facet::range) goToRange();
  });
  connect(&workspace_.profile, &Profile::timelineChanged, this, &TimelineView::followTimeline);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &TimelineView::followTimeline);
  connect(&workspace_.documents, &Documents::documentChanged, this, &TimelineView::followTimeline);
  connect(&workspace_.compilations, &Compilations::kernelTextsChanged, this,
          &TimelineView::followTimeline);
  refreshSources();
  followTimeline();
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
  info_->setMinimumWidth(1);
  line->addWidget(info_, 1);
  chip_->setToolTip(tr("Clear the range  Esc"));
  chip_->setIcon(Theme::current().icon("close"));
  chip_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  chip_->setLayoutDirection(Qt::RightToLeft);
  chip_->hide();
  connect(chip_, &QToolButton::clicked, this,
          [this] { workspace_.selection.selectRange(std::nullopt); });
  line->addWidget(chip_);
  auto* filter = table_->makeFilterField(header);
  filter->setFixedWidth(120);
  for (QAction* action : actions())
    if (!action->icon().isNull()) line->addWidget(button(action));
  line->addWidget(filter);
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

TimelinePtr TimelineView::shown() const {
  return sources_[static_cast<std::size_t>(showing_)].timeline;
}

TimelinePtr TimelineView::other() const {
  return comparing_ < 0 ? nullptr : sources_[static_cast<std::size_t>(comparing_)].timeline;
}

Stretch TimelineView::range() const {
  const auto& selected = workspace_.selection.state().range;
  if (selected) return {selected->from * 1e9, selected->to * 1e9};
  const TimelinePtr timeline = shown();
  if (!timeline) return {};
  return {static_cast<double>(timeline->begin()), static_cast<double>(timeline->end())};
}

void TimelineView::followTimeline() {
  sources_[0].timeline = workspace_.profile.timeline();
  if (showing_ != 0 && comparing_ != 0) {
    refreshInfo();
    return;
  }
  seen_.ask();
}

void TimelineView::refresh() {
  const TimelinePtr timeline = shown(), beside = other();
  const bool any = timeline && !timeline->empty();
  const bool content = any || sources_.size() > 1 || trouble_->isVisibleTo(this);
  stack_->setCurrentIndex(content ? 0 : 1);
  setFocusProxy(content ? static_cast<QWidget*>(canvas_) : empty_);
  const std::int64_t shift = any && beside ? timeline->run_begin() - beside->run_begin() : 0;
  canvas_->setTimelines(timeline, beside, shift, workspace_.compilations.compilation());
  canvas_->setSelection(workspace_.selection.state());
  refreshInfo();
  const bool goesOn = workspace_.run.runState() == RunState::running;
  if (!goesOn) return startStatistics();
  if (!later_.isActive()) later_.start();
}

void TimelineView::refreshInfo() {
  const TimelinePtr timeline = shown();
  QString text;
  if (canvas_->current()) {
    text = canvas_->describe(*canvas_->current());
  } else if (timeline) {
    const double length = static_cast<double>(timeline->end() - timeline->begin());
    text = countText(static_cast<std::int64_t>(timeline->size()), tr("event")) +
           QString::fromUtf8("  ·  ") + spanText(length);
    const bool onlyCompile = timeline->lanes().size() <= 1;
    if (showing_ == 0 && onlyCompile)
      text += workspace_.run.lastIteration() > 0
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

// Large trace files are summed in a background job; the timeline of the run is modified on the GUI
// thread and must be read there.
void TimelineView::startStatistics() {
  const TimelinePtr timeline = shown(), beside = other();
  if (!timeline) return showStatistics(nullptr, {}, {});
  const Stretch of = range();
  const auto from = static_cast<std::int64_t>(of.from), to = static_cast<std::int64_t>(of.to);
  const std::int64_t shift = beside ? timeline->run_begin() - beside->run_begin() : 0;
  const auto sums = [=] {
    using Sums = std::vector<EventStatistics>;
    return std::pair(ng::statistics(*timeline, from, to),
                     beside ? ng::statistics(*beside, from - shift, to - shift) : Sums());
  };
  if (job_) workspace_.jobs.cancel(job_);
  job_ = 0;
  if (timeline->size() < mostAtOnce || showing_ == 0 || comparing_ == 0) {
    auto [own, others] = sums();
    return showStatistics(timeline, std::move(own), std::move(others));
  }
  const auto work = [=, this](JobContext&) -> Jobs::Done {
    auto both = std::make_shared<decltype(sums())>(sums());
    return [=, this] { showStatistics(timeline, std::move(both->first), std::move(both->second)); };
  };
  job_ = workspace_.jobs.start(tr("Computing statistics of the range"), work);
}

void TimelineView::showStatistics(const TimelinePtr& of, std::vector<EventStatistics> own,
                                  std::vector<EventStatistics> others) {
  const SumsRow* current = model_->row(table_->currentSourceRow());
  const std::optional<std::uint32_t> name = current ? std::optional(current->id) : std::nullopt;
  const TimelinePtr beside = other();
  static const Timeline none;
  summed_ = of;
  const Timeline& timeline = of ? *of : none;
  const Stretch all = range();
  std::vector<SumsRow> rows = joined(timeline, own, beside.get(), others);
  addSlowest(rows, timeline);
  model_->set(std::move(rows), all.to - all.from, beside != nullptr);
  if (name) table_->setCurrentSourceRow(model_->rowOf(*name));
}

void TimelineView::followSelection(Facets what) {
  const SelectionState& state = workspace_.selection.state();
  canvas_->setSelection(state);
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
  const TimelinePtr of = current->which ? other() : shown();
  const TimelineEvent event = of->event(current->place);
  if (current->which == 0) {
    table_->setCurrentSourceRow(model_->rowOf(event.name));
    selectName(event.name, event.number);
  }
}

// Selects kernel, pass and op, and shows the values of the iteration.
void TimelineView::selectName(std::uint32_t name, std::int32_t number) {
  const EventLink& link = canvas_->link(name);
  Selection& selection = workspace_.selection;
  if (!link.kernel.isEmpty()) selection.selectKernel(link.kernel);
  if (link.pass >= 0) selection.selectPass(link.pass);
  if (link.op != 0) selection.selectOp(link.op);
  if (link.iteration && number >= 0) workspace_.run.showIteration(number);
}

// Reveals the object of this name in another view; false: there is no such view.
bool TimelineView::revealName(std::uint32_t name) {
  const EventLink& link = canvas_->link(name);
  Selection& selection = workspace_.selection;
  if (!link.kernel.isEmpty())
    selection.reveal(Facet::kernel);
  else if (link.pass >= 0)
    selection.reveal(Facet::pass);
  else if (link.op != 0)
    selection.reveal(Facet::op);
  else
    return false;
  return true;
}

void TimelineView::activateEvent() {
  const auto current = canvas_->current();
  if (current && current->which == 0 && !revealName(shown()->event(current->place).name))
    canvas_->focus();
}

// Goes to the longest event if no other view shows the object.
void TimelineView::activateRow(int at) {
  const SumsRow* row = model_->row(at);
  if (!row || row->onlyOther || !shown()) return;
  if (!row->single && revealName(row->id)) return;
  if (const EventStatistics sum = sumNow(*row); sum.count > 0) goTo(sum.longest);
}

// Recomputes the statistics if the timeline changed during a run, because event places may be
// stale.
EventStatistics TimelineView::sumNow(const SumsRow& row) const {
  if (summed_ == shown()) return row.own;
  const Stretch of = range();
  for (const EventStatistics& sum : ng::statistics(*shown(), static_cast<std::int64_t>(of.from),
                                                   static_cast<std::int64_t>(of.to)))
    if (sum.name == row.id) return sum;
  return {};
}

void TimelineView::goTo(const EventPlace& event) {
  const ShownEvent shownEvent{0, event};
  const bool there = canvas_->current() == shownEvent;
  canvas_->setCurrent(shownEvent);
  const TimelineEvent what = shown()->event(event);
  selectName(what.name, what.number);
  refreshInfo();
  if (!there) canvas_->focus();
}

QWidget* makeTimelineView(Workspace& workspace) {
  return new TimelineView(workspace);
}

}  // namespace ng::views
