// SPDX-License-Identifier: Apache-2.0
// The tensors view: values during a run.
#include "views/tensors/tensors_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/analysis/compare/tensor_difference.h"
#include "engine/records/tensor_record.h"
#include "views/core/moment_text.h"
#include "views/core/op_names.h"
#include "views/tensors/element_editor.h"
#include "views/tensors/origin_panel.h"
#include "views/tensors/origin_place.h"
#include "views/tensors/tensor_export.h"
#include "views/tensors/tensor_pane.h"
#include "views/tensors/tensor_records.h"
#include "views/tensors/what_if_bar.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/heat_maps/heat_map.h"
#include "views/widgets/number_text.h"
#include "views/widgets/tensors/number_grid.h"
#include "views/widgets/tensors/slice_bar.h"

namespace ng::views {
namespace {

constexpr int frameMilliseconds = 33;
// Elements; statistics of larger tensors are computed in a background job.
constexpr std::int64_t largestAtOnce = 1 << 20;

QWidget* buttonsFor(const QList<QAction*>& actions) {
  auto* strip = new QWidget;
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(0, 0, 4, 0);
  row->setSpacing(0);
  for (QAction* action : actions) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFixedSize(metrics::row, metrics::row);
    row->addWidget(button);
  }
  return strip;
}

}  // namespace

TensorsView::TensorsView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      tabs_(new QTabBar),
      iteration_(new ElidedLabel),
      comparison_(new QLabel),
      whatIf_(new WhatIfBar(workspace)),
      stack_(new QStackedWidget),
      pane_(new TensorPane),
      empty_(new EmptyState(QStringLiteral("tensors"), {})),
      origin_(new OriginPanel(workspace)),
      parts_(new OriginPlace(stack_, origin_)),
      update_(this, [this] { takeNow(); }) {
  makeActions();
  tabs_->setExpanding(false);
  tabs_->setElideMode(Qt::ElideNone);
  tabs_->setTabsClosable(false);
  tabs_->setContextMenuPolicy(Qt::ActionsContextMenu);
  tabs_->addActions(actions());
  iteration_->setFont(Theme::current().monoFont());
  iteration_->setForegroundRole(QPalette::PlaceholderText);
  auto* head = new QWidget;
  head->setFixedHeight(metrics::strip);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(metrics::grid);
  row->addWidget(tabs_, 1);
  row->addWidget(iteration_);
  row->addWidget(buttonsFor(actions().mid(0, 3)));
  stack_->addWidget(pane_);
  stack_->addWidget(empty_);
  stack_->setCurrentWidget(empty_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(head);
  comparison_->setFont(Theme::current().captionFont());
  comparison_->setContentsMargins(metrics::grid, 2, metrics::grid, 4);
  comparison_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  comparison_->setWordWrap(true);
  comparison_->hide();
  comparison_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(whatIf_);
  column->addWidget(comparison_);
  column->addWidget(parts_, 1);
  makeOrigin();
  timer_.setSingleShot(true);
  timer_.setInterval(frameMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &TensorsView::takeValue);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
    if (tab >= 0) workspace_.selection.selectTensor(tabs_->tabData(tab).toULongLong());
  });
  connect(whatIf_, &WhatIfBar::changed, this, &TensorsView::takeValue);
  connect(&pane_->numbers(), &NumberGrid::cellActivated, this, &TensorsView::editCell);
  connect(empty_, &EmptyState::pressed, this, [this] {
    if (givenUp_) return takeValue();
    if (workspace_.run.status().state == RunState::idle) return workspace_.run.run();
    workspace_.run.stepIteration();
  });
  connect(&workspace_.jobs, &Jobs::changed, this, [this] {
    if (job_ == 0 || workspace_.jobs.isRunning(job_)) return;
    job_ = 0;  // finished or cancelled; its result is delivered after this signal
    QTimer::singleShot(0, this, &TensorsView::showGivenUp);
  });
  connect(&workspace_.values, &Values::tensorsChanged, this, &TensorsView::schedule);
  connect(&workspace_.run, &Run::runChanged, this, &TensorsView::schedule);
  connect(&workspace_.faults, &Faults::stopReached, this, [this] {
    stop_ = workspace_.faults.stopped();
    if (stop_ && !stop_->element) stop_.reset();
    schedule();
  });
  connect(&workspace_.documents, &Documents::documentChanged, this, &TensorsView::followDocument);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this, [this] {
    dropGone();
    rebuildTabs();
  });
  connect(&workspace_.selection, &Selection::changed, this, [this](Facets what) {
    if (what & (Facet::tensor | Facet::group)) followSelection();
  });
  followDocument();
}

TensorsView::~TensorsView() = default;

void TensorsView::makeActions() {
  const auto make = [this](const QString& icon, const QString& text, const QKeySequence& key,
                           auto slot) {
    auto* action = new QAction(text, this);
    if (!icon.isEmpty()) action->setIcon(Theme::current().icon(icon));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, slot);
    addAction(action);
    return action;
  };
  pin_ = make("pin", tr("Pin this tensor"), QKeySequence(Qt::Key_P), [this] {
    const std::vector<OpId> kept = pinned();
    const bool isPinned = std::find(kept.begin(), kept.end(), current_) != kept.end();
    isPinned ? unpin(current_) : pin(current_);
  });
  pin_->setCheckable(true);
  compare_ = make("diff", tr("Compare with this value"), QKeySequence(Qt::Key_C),
                  [this] { compareWith(base_ ? nullptr : shown_); });
  compare_->setCheckable(true);
  compare_->setToolTip(
      tr("Show the difference from this value to later ones, and to tensors of this shape (C)"));
  auto* copy = make("copy", tr("Copy the tensor"), {}, [] {});
  auto* menu = new QMenu(this);
  const auto put = [](const QString& text) { QApplication::clipboard()->setText(text); };
  menu->addAction(make({}, tr("Copy the tensor as text"), {}, [=, this] { put(pane_->asText()); }));
  menu->addAction(make({}, tr("Copy the tensor as CSV"), {}, [=, this] { put(pane_->asCsv()); }));
  menu->addAction(make({}, tr("Save the tensor as npy…"), {}, [this] {
    saveArray(this, workspace_.messages, *pane_, nameOf(workspace_, current_),
              !comparison_->isHidden());
  }));
  menu->addSeparator();
  menu->addAction(make({}, tr("Copy the picture"), {},
                       [this] { QApplication::clipboard()->setImage(pane_->picture()); }));
  menu->addAction(make({}, tr("Save the picture as PNG…"), {}, [this] {
    savePicture(this, workspace_.messages, *pane_, nameOf(workspace_, current_));
  }));
  menu->addSeparator();
  menu->addAction(make({}, tr("Choose labels of the classes…"), {}, [this] { chooseLabels(); }));
  menu->addAction(make({}, tr("Choose the vocabulary…"), {}, [this] { chooseVocabulary(); }));
  copy->disconnect();
  connect(copy, &QAction::triggered, this, [menu] { menu->popup(QCursor::pos()); });
}

// ---- values ---------------------------------------------------------------------------------

void TensorsView::schedule() {
  if (!timer_.isActive()) timer_.start();
}

void TensorsView::takeValue() {
  update_.request();
}

void TensorsView::takeNow() {
  if (job_ != 0) {
    if (counted_ != current_) {
      workspace_.jobs.cancel(job_);
      showComputing(current_);
    }
    return schedule();
  }
  givenUp_ = false;
  QElapsedTimer clock;
  clock.start();
  TensorRecordPtr value;
  if (current_ != 0) value = workspace_.values.value(current_);
  ++updates_;
  if (!value) return showAbsence(current_);
  showValue(whatIf_->shown(value));
  // Limits drawing of large tensors to a quarter of the GUI thread's time.
  timer_.setInterval(std::max(frameMilliseconds, 4 * static_cast<int>(clock.elapsed())));
}

void TensorsView::compareWith(std::shared_ptr<const TensorRecord> base) {
  base_ = std::move(base);
  compare_->setChecked(base_ != nullptr);
  takeValue();
}

QString TensorsView::comparison() const {
  return comparison_->isHidden() ? QString() : comparison_->text();
}

// Shows the difference to the base value. Only up to largestAtOnce elements.
void TensorsView::showDifference(const std::shared_ptr<const TensorRecord>& value) {
  const OpDifference d = difference(value->value, base_->value, 0, 0);
  auto less = std::make_shared<TensorRecord>(*value);
  less->value = subtracted(value->value, base_->value);
  const QString place = placeText(*value, d.element);
  comparison_->setText(tr("minus %1, iteration %2: max abs %3 · %4 ULP · cosine %5%6")
                           .arg(nameOf(workspace_, base_->op))
                           .arg(base_->iteration)
                           .arg(valueText(d.apart, 4), valueText(d.ulps, 4),
                                valueText(cosine(value->value, base_->value), 6),
                                d.apart.real() == 0
                                    ? QString()
                                    : tr(" · worst%1: %2, was %3")
                                          .arg(place.isEmpty() ? QString() : tr(" at ") + place,
                                               valueText(d.left, 7), valueText(d.right, 7))));
  comparison_->show();
  pane_->setTensor(less, statistics(less->value), vectorsAxis(workspace_, *less));
  iteration_->setText(momentText(workspace_.run.status(), value->iteration));
  stack_->setCurrentWidget(pane_);
}

void TensorsView::showValue(TensorRecordPtr value) {
  shown_ = value;
  const bool same = base_ && base_->value.shape == value->value.shape;
  comparison_->setVisible(same);
  if (same && value->value.size() <= largestAtOnce) return showDifference(value);
  const auto put = [this](const TensorRecordPtr& tensor, const TensorStatistics& s,
                          std::optional<HistogramBins> bins) {
    iteration_->setText(momentText(workspace_.run.status(), tensor->iteration));
    pane_->setTensor(tensor, s, vectorsAxis(workspace_, *tensor), std::move(bins));
    stack_->setCurrentWidget(pane_);
    showRequested();
  };
  if (value->value.size() <= largestAtOnce) return put(value, statistics(value->value), {});
  if (!showsValue() || pane_->tensor()->op != value->op) showComputing(value->op);
  counted_ = value->op;
  const QPointer<TensorsView> self(this);
  job_ = workspace_.jobs.start(
      tr("Statistics of %1").arg(nameOf(workspace_, value->op)), [=](JobContext& job) {
        const ContinueCheck shouldContinue = [&job] { return !job.cancelled(); };
        const TensorStatistics s = statistics(value->value, shouldContinue);
        if (job.cancelled()) return Jobs::Done();
        job.progress(0.6);
        const HistogramBins bins =
            histogramBins(value->value, s, TensorPane::binCount, shouldContinue);
        if (job.cancelled()) return Jobs::Done();
        return Jobs::Done([=] {
          if (!self) return;
          if (value->op == self->current_) return put(value, s, bins);
          self->takeValue();  // another tensor was selected in the meantime
        });
      });
}

void TensorsView::editCell(std::int64_t row, std::int64_t column) {
  const TensorRecordPtr tensor = pane_->tensor();
  NumberGrid& grid = pane_->numbers();
  const QRect cell = grid.cellRect(row, column);
  const QString refused = whatIf_->whyNot(tensor->op);
  if (!refused.isEmpty())
    return QToolTip::showText(grid.viewport()->mapToGlobal(cell.bottomLeft()), refused, this);
  const std::int64_t element = pane_->sliceBar().slice().flatIndex(row, column);
  auto* editor =
      new ElementEditor(grid.viewport(), grid.numberRect(row, column), grid.numberFont(),
                        grid.numberAlignment(), pane_->sliceBar().slice().exactText(element));
  connect(
      editor, &ElementEditor::taken, this,
      [this, op = tensor->op, element](const Number& value) { whatIf_->edit(op, element, value); });
}

void TensorsView::makeOrigin() {
  const auto ask = [this](std::int64_t row, std::int64_t column) {
    origin_->ask(pane_->tensor()->op, pane_->sliceBar().slice().flatIndex(row, column));
  };
  connect(&pane_->numbers(), &NumberGrid::cellAsked, this, ask);
  connect(&pane_->heatMap(), &HeatMap::cellAsked, this, ask);
  connect(&pane_->sliceBar(), &SliceBar::changed, this, &TensorsView::echoMap);
  connect(origin_, &OriginPanel::asked, this,
          [this](const QStringList& element) { emit echoed("explain", element); });
  connect(origin_, &OriginPanel::elementChosen, this, [this](OpId op, qint64 element) {
    chosen_ = {op, element};
    if (op == current_) return showRequested();
    workspace_.selection.selectOp(op);
  });
}

// Shows a requested element once, so that the user can move on.
void TensorsView::showRequested() {
  const TensorRecordPtr& shown = pane_->tensor();
  if (chosen_ && shown && shown->op == chosen_->first && chosen_->second < shown->value.size()) {
    pane_->showElement(chosen_->second);
    chosen_.reset();
  }
  if (!stop_ || !shown || shown->op != stop_->op || shown->iteration != stop_->iteration) return;
  pane_->showElement(*stop_->element);
  stop_.reset();
}

// Replaces the value of another op.
void TensorsView::showComputing(OpId op) {
  iteration_->clear();
  comparison_->hide();
  empty_->setButton({});
  empty_->setSentence(tr("Computing the statistics of %1…").arg(nameOf(workspace_, op)));
  stack_->setCurrentWidget(empty_);
}

// Shown if statistics were cancelled and no value of the op is visible.
void TensorsView::showGivenUp() {
  const bool shown = showsValue() && pane_->tensor()->op == current_;
  if (job_ != 0 || current_ == 0 || current_ != counted_ || shown) return;
  givenUp_ = true;
  empty_->setSentence(tr("The statistics of %1 were cancelled.").arg(nameOf(workspace_, current_)));
  empty_->setButton(tr("Compute"));
  stack_->setCurrentWidget(empty_);
}

void TensorsView::showAbsence(OpId op) {
  iteration_->clear();
  empty_->setButton({});
  empty_->setSentence(whyNoValue(workspace_, op));
  const RunState run = workspace_.run.status().state;
  const bool runs = workspace_.documents.readOnly().isEmpty();
  const bool loops = !loopOf(workspace_, op).isEmpty();
  if (runs && run == RunState::idle && (loops || isShownAfterStep(workspace_, op)) &&
      workspace_.compilations.compilation())
    empty_->setButton(tr("Run"), QStringLiteral("F5"));
  else if (runs && run == RunState::paused && isShownAfterStep(workspace_, op))
    empty_->setButton(tr("Step"));
  stack_->setCurrentWidget(empty_);
}

bool TensorsView::showsValue() const {
  return stack_->currentWidget() == pane_;
}

QString TensorsView::absence() const {
  return empty_->sentence();
}

}  // namespace ng::views
