// SPDX-License-Identifier: Apache-2.0
// Actions of the timeline view, and the menus of events and lanes.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>

#include "views/core/peer_refusal.h"
#include "views/timeline/timeline_view.h"

namespace ng::views {
namespace {

const char* traceFilter = "Traces (*.json *.pftrace *.perfetto-trace);;All files (*)";

}  // namespace

// Actions with an icon get a button in the header.
void TimelineView::addCommands() {
  const auto add = [this](const QString& text, const QString& brief, const char* icon,
                          const QKeySequence& keys, auto call) {
    auto* action = new QAction(text, this);
    if (icon) action->setIcon(Theme::current().icon(icon));
    action->setIconText(brief);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    const QString key = keys.toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? text : text + QStringLiteral("  ") + key);
    connect(action, &QAction::triggered, this, call);
    addAction(action);
    return action;
  };
  add(tr("Open a trace…"), tr("Open"), "open", {}, &TimelineView::chooseTrace);
  add(tr("Export the timeline as a trace…"), tr("Export"), "export", {},
      &TimelineView::chooseExport);
  add(tr("Pin this timeline for comparison"), tr("Pin"), "pin", QKeySequence(Qt::Key_P),
      [this] { sources_->pin(); });
  peer_ = add(tr("Measure the model in ONNX Runtime, for comparison"), {}, nullptr, {},
              [this] { workspace_.queries.measurePeer(); });
  connect(&workspace_.documents, &Documents::documentChanged, this,
          &TimelineView::followPeerRefusal);
  followPeerRefusal();
  fit_ = add(tr("Fit the run (again: include compilation)"), tr("Fit"), "fit",
             QKeySequence(Qt::Key_Home), [this] { canvas_->camera().home(); });
  focus_ = add(tr("Go to the event or range (again: fit the run)"), tr("Focus"), "locate",
               QKeySequence(Qt::Key_F), [this] { canvas_->focus(); });
  mark_ = add(tr("Select the time range of the event (again: clear)"), {}, nullptr,
              QKeySequence(Qt::Key_M), &TimelineView::mark);
  next_ = add(tr("Next event of this name"), {}, nullptr, QKeySequence(Qt::Key_Period),
              [this] { canvas_->step(1); });
  previous_ = add(tr("Previous event of this name"), {}, nullptr, QKeySequence(Qt::Key_Comma),
                  [this] { canvas_->step(-1); });
  add(tr("Filter the events"), {}, nullptr, QKeySequence::Find, [this] {
    finder_->field().setFocus();
    finder_->field().selectAll();
  });
  add(tr("Timeline: zoom in"), {}, nullptr, QKeySequence(Qt::Key_W),
      [this] { canvas_->zoomBy(0.7); });
  add(tr("Timeline: zoom out"), {}, nullptr, QKeySequence(Qt::Key_S),
      [this] { canvas_->zoomBy(1 / 0.7); });
  add(tr("Timeline: pan to earlier times"), {}, nullptr, QKeySequence(Qt::Key_A),
      [this] { canvas_->camera().panBy(-0.15); });
  add(tr("Timeline: pan to later times"), {}, nullptr, QKeySequence(Qt::Key_D),
      [this] { canvas_->camera().panBy(0.15); });
}

void TimelineView::followPeerRefusal() {
  const QString why = peerRefusal(workspace_);
  peer_->setEnabled(why.isEmpty());
  peer_->setToolTip(why.isEmpty() ? peer_->text() : why);
}

std::span<const ViewOption> TimelineView::options() {
  static const ViewOption rows[] = {
      {.name = "measure-onnxruntime",
       .help = "Measure the .onnx file in ONNX Runtime, too, and show its calls below this run",
       .kind = ViewOption::Kind::flag,
       .stage = ViewOption::Stage::compiled}};
  return rows;
}

QString TimelineView::arrange(const QJsonObject& options) {
  if (!options["measure-onnxruntime"].toBool() || peerMeasured_) return {};
  if (const QString why = peerRefusal(workspace_); !why.isEmpty()) return why;
  peerMeasured_ = true;
  workspace_.queries.measurePeer();
  return {};
}

void TimelineView::chooseTrace() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open a trace"), {}, traceFilter);
  if (!path.isEmpty()) openFile(path);
}

void TimelineView::chooseExport() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Export the timeline"),
                                                    QStringLiteral("trace.json"), traceFilter);
  if (!path.isEmpty()) sources_->exportTo(path);
}

void TimelineView::mark() {
  const auto current = canvas_->current();
  const auto& range = workspace_.selection.state().range;
  if (!current) return workspace_.selection.selectRange(std::nullopt);
  const Stretch of = canvas_->timelines().stretchOf(*current);
  const TimeRange marked{of.from * 1e-9, of.to * 1e-9};
  if (range == marked) return workspace_.selection.selectRange(std::nullopt);
  workspace_.selection.selectRange(marked);
}

// Shows a range selected elsewhere, and selects the event that has exactly this range.
void TimelineView::goToRange() {
  const auto& range = workspace_.selection.state().range;
  if (!range) return;
  const Stretch wanted{range->from * 1e9, range->to * 1e9};
  canvas_->setCurrent(canvas_->timelines().eventOf(wanted));
  canvas_->setStretch(wanted);
  refreshInfo();
  const double air = std::max(5.0, (wanted.to - wanted.from) * 0.05);
  canvas_->camera().show(wanted.from - air, wanted.to + air);
}

void TimelineView::showMenu(const QPoint& at, const QString& lane) {
  QMenu menu;
  const auto current = canvas_->current();
  if (lane.isEmpty() && current) {
    menu.addActions({focus_, mark_, next_, previous_});
    if (current->which == 0) {
      const EventLink target = link(canvas_->timelines().event(*current).name);
      if (const QString words = revealText(target); !words.isEmpty())
        menu.addAction(words, this, [this, target] { revealLink(workspace_.selection, target); });
    }
    menu.addAction(tr("Copy the description"), this,
                   [this, text = canvas_->timelines().describe(*current)] {
                     QApplication::clipboard()->setText(text);
                   });
    menu.addSeparator();
  }
  if (!lane.isEmpty()) {
    menu.addAction(canvas_->layout().isFolded(0, lane.toStdString())
                       ? tr("Expand the lane %1").arg(lane)
                       : tr("Collapse the lane %1").arg(lane),
                   this, [this, lane] { canvas_->foldLane(lane); });
    menu.addSeparator();
  }
  menu.addAction(fit_);
  if (workspace_.selection.state().range)
    menu.addAction(tr("Clear the range"), this,
                   [this] { workspace_.selection.selectRange(std::nullopt); });
  menu.exec(at);
}

}  // namespace ng::views
