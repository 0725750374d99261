// SPDX-License-Identifier: Apache-2.0
#include "views/roofline/roofline_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <algorithm>
#include <array>

#include "engine/base/error.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/model_node.h"
#include "engine/records/op_record.h"
#include "views/core/heaviest_op.h"
#include "views/roofline/roof_plot.h"
#include "views/roofline/roofline_tables.h"
#include "views/widgets/compiled_state.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/header_line.h"
#include "views/widgets/number_text.h"
#include "views/widgets/range_of_run.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr std::array<int, 8> pointWidths{116, 56, 66, 58, 48, 76, 70, 190};
constexpr int leastAdvice = 300;  // minimum width, in pixels

}  // namespace

RooflineView::RooflineView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      plot_(new RoofPlot),
      pointRows_(new PointTable(this)),
      advices_(new AdviceTable(this)),
      points_(new TableView(pointRows_)),
      advised_(new TableView(advices_)),
      title_(new QLabel),
      words_(new ElidedLabel),
      empty_(new CompiledState(QStringLiteral("roofline"),
                               tr("Kernels appear here once a document is compiled."), workspace)),
      stack_(new QStackedLayout(this)),
      update_(this, [this] {
        followCompilation();
        measure();
      }) {
  auto* side = new QSplitter(Qt::Vertical);
  side->setHandleWidth(1);
  side->addWidget(advised_);
  side->addWidget(points_);
  side->setSizes({140, 200});
  for (std::size_t i = 0; i < pointWidths.size(); ++i)
    points_->setColumnWidth(static_cast<int>(i), pointWidths[i]);
  advised_->setColumnWidth(0, 70);
  advised_->setSentences(2);
  side->setMinimumWidth(leastAdvice);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(plot_);
  splitter->addWidget(side);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({520, 600});
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHeader());
  column->addWidget(splitter, 1);
  stack_->addWidget(content);
  stack_->addWidget(empty_);

  connect(plot_, &RoofPlot::kernelClicked, this, &RooflineView::select);
  connect(plot_, &RoofPlot::kernelActivated, this, [this](const QString& kernel) {
    select(kernel);
    workspace_.selection.reveal(Facet::kernel);
  });
  connect(points_, &TableView::rowSelected, this, [this](int row) {
    if (const KernelPoint* point = pointRows_->point(row))
      select(QString::fromStdString(point->kernel));
  });
  connect(advised_, &TableView::rowSelected, this, [this](int at) {
    if (const AdviceRow* row = advices_->row(at))
      select(QString::fromStdString(row->advice.kernels.front()));
  });
  for (TableView* table : {points_, advised_})
    connect(table, &TableView::rowActivated, this,
            [this] { workspace_.selection.reveal(Facet::kernel); });
  connect(&workspace_.selection, &Selection::changed, this, &RooflineView::followSelection);
  for (auto signal : {&Compilations::compilationChanged, &Compilations::kernelTextsChanged})
    update_.follow(&workspace_.compilations, signal);
  update_.follow(&workspace_.documents, &Documents::documentChanged);
  connect(&workspace_.queries, &Queries::queryChanged, this, [this] {
    if (std::exchange(peer_, workspace_.queries.peer()) != workspace_.queries.peer())
      update_.request();
  });
  connect(&workspace_.run, &Run::runChanged, this, &RooflineView::measure);
  update_.follow(&Theme::current(), &Theme::changed);
  update_.request();
}

QWidget* RooflineView::makeHeader() {
  auto* header = new QWidget;
  header->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  QHBoxLayout* line = makeHeaderLine(header, title_, words_);
  const auto add = [&](const QString& text, const char* icon, auto call) {
    auto* action = new QAction(Theme::current().icon(icon), text, this);
    connect(action, &QAction::triggered, this, call);
    addAction(action);
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::TabFocus);
    line->addWidget(button);
    return action;
  };
  add(tr("Remeasure this machine"), "reload", [this] { startMeasuring(true); });
  add(tr("Fit the roofline"), "fit", [this] {
    plot_->fit();
  })->setToolTip(tr("Fit the roofline  Home"));
  auto* filter = points_->makeFilterField(header);
  filter->setFixedWidth(120);
  line->addWidget(filter);
  return header;
}

void RooflineView::setPeaks(const MachinePeaks& peaks) {
  peaks_ = peaks;
  update_.request();
}

// Measures once, while no run or compilation is active, because load would lower the ceilings.
void RooflineView::measure() {
  const Session& session = workspace_;
  if (!seen() || peaks_.measured()) return;
  if (!absent_.empty() && absent_ == transformer()) return;
  if (session.run.status().state == RunState::running ||
      session.compilations.compileProgress().busy)
    return;
  startMeasuring(false);
}

std::string RooflineView::transformer() const {
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  return compilation ? compilation->transformer : std::string();
}

// A device may be absent: a saved compilation can come from another machine.
void RooflineView::startMeasuring(bool again) {
  if (workspace_.jobs.isRunning(job_)) return;
  const QPointer<RooflineView> view(this);
  const std::string of = transformer();
  job_ = workspace_.jobs.start(
      tr("Measuring the limits of %1")
          .arg(runs_on_device(of) ? QString::fromStdString(of) : tr("this machine")),
      [view, again, of](JobContext&) -> Jobs::Done {
        MachinePeaks peaks;
        try {
          peaks = peaks_of(of, again);
        } catch (const Error&) {  // the header says that the limits are not measured
          peaks.device = of;
        }
        return [view, peaks, of] {
          if (!view || view->transformer() != of) return;
          view->absent_ = peaks.measured() ? std::string() : of;
          view->setPeaks(peaks);
        };
      });
  refreshHeader();
}

// Ceilings of another transformer's device do not bound these kernels.
void RooflineView::followTransformer() {
  const std::string of = transformer();
  const std::string device = runs_on_device(of) ? of : std::string();
  if (peaks_.device == device) return;
  peaks_ = known_peaks_of(of);
  peaks_.device = device;
  measure();
}

// What was measured on a transformer stays in the plot while the next one is shown.
void RooflineView::keepShown() {
  const DocumentRecordPtr document = workspace_.documents.document();
  const std::string path = document ? document->path : std::string();
  if (std::exchange(path_, path) != path) {
    others_.clear();
    shown_.clear();
    plot_->setOther({});
  }
  const std::string of = transformer();
  if (of == shown_) return;
  OtherRoof left{QString::fromStdString(std::exchange(shown_, of)), plot_->peaks(), {}};
  for (RoofDot dot : plot_->dots()) {
    if (dot.point.limit == Limit::unmeasured) continue;
    dot.point.level = nullptr;
    left.dots.push_back(dot);
  }
  if (!left.transformer.isEmpty() && !left.dots.empty()) {  // empty: of another document
    std::erase_if(others_, [&](const OtherRoof& o) { return o.transformer == left.transformer; });
    others_.push_back(std::move(left));
  }
}

// The ops of the model that the nodes compute give their FLOP and bytes.
std::optional<OtherRoof> RooflineView::peerRoof() const {
  const PeerRecordPtr peer = workspace_.queries.peer();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  if (!peer || !compilation || !compilation->as_written()) return {};
  OtherRoof roof{QString::fromStdString(peer->program + ' ' + peer->version), peaks_, {}};
  for (const KernelPoint& point : peer_points(*peer, *compilation->as_written()))
    roof.dots.push_back({point, Theme::current().family(Family::dense), point.share});
  return roof;
}

void RooflineView::showOther() {
  std::optional<OtherRoof> other;
  for (const OtherRoof& each : others_)
    if (each.transformer.toStdString() != shown_) other = each;
  if (std::optional<OtherRoof> peer = peerRoof(); peer && !peer->dots.empty())
    other = std::move(peer);
  plot_->setOther(std::move(other));
}

void RooflineView::followCompilation() {
  keepShown();
  followTransformer();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const bool any = compilation && !compilation->kernels.empty();
  stack_->setCurrentIndex(any ? 0 : 1);
  const std::vector<KernelPoint> points =
      any ? kernel_points(*compilation, peaks_, workspace_.profile.fullSpeedTimes())
          : std::vector<KernelPoint>();
  double call = 0;
  once_ = 0;
  for (const KernelPoint& point : points)
    (point.once ? once_ : call) += point.microseconds * static_cast<double>(point.launches);
  call_ = call;
  std::vector<RoofDot> dots;
  uncounted_ = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].limit == Limit::uncounted) {  // has no position in the plot
      ++uncounted_;
      continue;
    }
    const OpRecord* op = heaviestOp(*compilation, compilation->kernels[i]);
    const Family family = op ? op->family : Family::elementwise;
    dots.push_back({points[i], Theme::current().family(family), points[i].share});
  }
  plot_->set(peaks_, std::move(dots));
  showOther();
  pointRows_->show(compilation, points);
  const bool imported = pointRows_->hasCells(column_of(point_columns(), "nodes"));
  points_->setColumnHidden(static_cast<int>(pointWidths.size()), !imported);
  advices_->set(
      advice_rows(any ? ng::advice(*compilation, peaks_, points) : std::vector<Advice>(), call));
  followRange();
  followSelection(Facet::kernel);
}

// With a selected time range, the table lists only kernels that ran in it.
void RooflineView::followRange() {
  const auto& range = workspace_.selection.state().range;
  const TimelinePtr timeline = workspace_.profile.timeline();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  rangeNote_.clear();
  if (!range || !timeline || !compilation) return points_->setShown({});
  const std::set<std::string> ran = kernelsIn(*timeline, *compilation, *range);
  points_->setShown([this, ran](int row) {
    const KernelPoint* point = pointRows_->point(row);
    return point && ran.count(point->kernel) > 0;
  });
  rangeNote_ = tr("%1 of %2 kernels ran in the selected time (Esc shows all)")
                   .arg(ran.size())
                   .arg(compilation->kernels.size());
}

void RooflineView::followSelection(Facets what) {
  const SelectionState& state = workspace_.selection.state();
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  if (what.testFlag(Facet::range)) followRange();
  QString kernel = plot_->selected();
  const bool none = state.kernel.isEmpty() && state.op == 0;  // e.g. after opening another document
  if (what.testFlag(Facet::kernel) && (none || !state.kernel.isEmpty())) kernel = state.kernel;
  if (what.testFlag(Facet::op) && state.op != 0 && compilation) {
    if (const KernelRecord* of = compilation->kernel_of(state.op))
      kernel = QString::fromStdString(of->name);
  }
  plot_->setSelected(kernel);
  points_->setCurrentSourceRow(pointRows_->rowOf(kernel));
  refreshHeader();
}

void RooflineView::refreshHeader() {
  const KernelPoint* point = pointRows_->point(pointRows_->rowOf(plot_->selected()));
  title_->setText(point ? QString::fromStdString(point->kernel) : tr("Roofline"));
  QStringList parts;
  if (!rangeNote_.isEmpty()) parts << rangeNote_;
  if (point) parts << QString::fromStdString(limit_words(*point));
  if (point && point->recoverable > 0)
    parts << (point->once ? tr("potential saving %1") : tr("potential saving %1 per call"))
                 .arg(microsecondText(point->recoverable));
  const QString device = QString::fromStdString(peaks_.device);
  if (!peaks_.measured() && device.isEmpty())
    parts << (job_ ? tr("measuring the limits of this machine…")
                   : tr("machine limits are measured when idle"));
  else if (!peaks_.measured())
    parts << (job_ ? tr("measuring the limits of %1…").arg(device)
                   : tr("the limits of %1 are measured when it can be used").arg(device));
  else if (!point)
    parts << tr("%1 GFLOP/s, %2 GB/s from memory, measured with %3")
                 .arg(ratioText(peaks_.gflops))
                 .arg(ratioText(peaks_.memory.back().gigabytes))
                 .arg(device.isEmpty() ? countText(peaks_.threads, tr("thread")) : device);
  const bool measured = call_ > 0;  // a first call measures only the kernels that run once
  const double pace = workspace_.profile.timesPace();
  if (measured && pace > 0)  // prepended, because it applies to all following parts
    parts.prepend((workspace_.profile.fullSpeedTimes().empty()
                       ? tr("measured at pace %1/s: run at full speed for machine limits")
                       : tr("times of the last run at full speed, not of this run at pace %1/s"))
                      .arg(pace));
  if (measured && !point) parts << tr("kernels take %1 per call").arg(microsecondText(call_));
  if (!point && once_ > 0) parts << tr("kernels that run once: %1").arg(microsecondText(once_));
  if (uncounted_ > 0 && !point)
    parts << tr("%1 without counted FLOP or bytes: not drawn")
                 .arg(countText(uncounted_, tr("kernel")));
  if (!measured) parts << tr("press F5 to measure the kernels");
  words_->setText(parts.join(QString::fromUtf8("  ·  ")));
  words_->setToolTip(words_->text());
}

QString RooflineView::header() const {
  return title_->text() + QStringLiteral("  ") + words_->text();
}

void RooflineView::select(const QString& kernel) {
  workspace_.selection.selectKernel(kernel);
}

}  // namespace ng::views
