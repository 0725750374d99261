// SPDX-License-Identifier: Apache-2.0
#include "views/graph/graph_comparison.h"

#include "engine/analysis/document_difference.h"
#include "engine/records/compilation_record.h"
#include "engine/records/pass_record.h"
#include "views/core/compare_written.h"
#include "views/core/document_name.h"

namespace ng::views {
namespace {

constexpr double narrowMargin = 10;  // of each of the two canvases

}  // namespace

GraphComparison::GraphComparison(GraphShown& shown, GraphArrangement& arrangement)
    : QSplitter(Qt::Horizontal), shown_(shown), arrangement_(arrangement), other_(new GraphCanvas) {
  addWidget(other_);
  addWidget(&shown.canvas);
  setChildrenCollapsible(false);
  other_->hide();
  other_->setAccessibleName(tr("Graph A"));
  connect(other_, &GraphCanvas::clicked, this, [this](ItemId item) {
    if (item && !shown_.grouping->find(item)) shown_.workspace.selection.selectOp(item);
  });
  link(shown.canvas, *other_);
  link(*other_, shown.canvas);
  // Each pane may be fitted again when it is resized, and either may be resized last.
  for (GraphCanvas* canvas : {&shown.canvas, other_})
    connect(&canvas->camera(), &GraphCamera::resized, this,
            [this] { showSameArea(shown_.canvas, *other_); });
}

// `to` follows `from`.
void GraphComparison::link(GraphCanvas& from, GraphCanvas& to) {
  connect(&from.camera(), &GraphCamera::moved, this,
          [this, &from, &to] { showSameArea(from, to); });
}

void GraphComparison::showSameArea(const GraphCanvas& from, GraphCanvas& to) {
  if (syncing_ || !active()) return;
  syncing_ = true;
  to.camera().showArea(from.camera().visibleArea());
  syncing_ = false;
}

void GraphComparison::select(ItemId item) {
  if (active()) other_->select(item);
}

// If the graph as written is selected, the comparison selects the first pass that changes it,
// because comparing it with itself shows nothing.
void GraphComparison::compareWithWritten() {
  views::compareWithWritten(shown_.workspace);
}

// Caption of a pane, with the reason if both graphs are equal or the pass was chosen automatically.
QString GraphComparison::captionOf(int pass) const {
  const SelectionState& state = shown_.workspace.selection.state();
  if (shown_.workspace.documents.difference() && pass == 0) return stateName(pass);
  if (state.pass == state.against)
    return tr("%1: the same as A, ] shows the next pass").arg(stateName(pass));
  if (pass == firstChange(shown_.compilation))
    return tr("%1, the first pass that changes it").arg(stateName(pass));
  return stateName(pass);
}

QString GraphComparison::stateName(int pass) const {
  if (const DocumentDifferencePtr files = shown_.workspace.documents.difference();
      files && pass <= 0)
    return documentName(QString::fromStdString(pass == asWritten ? files->first : files->second));
  if (pass == asWritten) return tr("input graph");
  return tr("after %1")
      .arg(QString::fromStdString(shown_.compilation->passes[static_cast<std::size_t>(pass)].name));
}

// The split direction that gives both pictures the larger scale.
Qt::Orientation GraphComparison::betterSplit() const {
  const QSizeF picture = shown_.canvas.scene().bounds.size(), room = size();
  if (picture.isEmpty()) return Qt::Horizontal;
  const double margins = 2 * narrowMargin;
  const auto scale = [&](double width, double height) {
    return std::min((width - margins) / picture.width(), (height - margins) / picture.height());
  };
  const bool beside =
      scale(room.width() / 2, room.height()) >= scale(room.width(), room.height() / 2);
  return beside ? Qt::Horizontal : Qt::Vertical;
}

void GraphComparison::follow() {
  const SelectionState& state = shown_.workspace.selection.state();
  const bool on = shown_.compilation && state.against.has_value() && shown_.pass;
  if (on != active()) {
    setOrientation(betterSplit());
    other_->setVisible(on);
    if (on) setSizes({1, 1});  // equal shares
    shown_.canvas.camera().setFitMargin(on ? narrowMargin : Viewport::fitMargin);
    shown_.canvas.camera().fit();
  }
  shown_.canvas.setCaption(on ? tr("B   %1").arg(captionOf(state.pass)) : QString());
  if (!on || !shown_.placement) return shown_.canvas.camera().setBeside({});
  other_->setCaption(tr("A   %1").arg(stateName(*state.against)));
  PassRecord a = *shown_.pass;  // marks without ghosts: added ops are shown in B
  a.after = a.before;
  a.added.clear();
  auto scene = std::make_shared<const GraphScene>(
      buildScene({a.before, &a, shown_.placement.get(), arrangement_.placer().grouping().get(),
                  shown_.hidden.get()}));
  shown_.canvas.camera().setBeside(scene->bounds);
  syncing_ = true;
  other_->setScene(std::move(scene));
  other_->select(shown_.canvas.selected());
  other_->camera().showArea(shown_.canvas.camera().visibleArea());
  syncing_ = false;
}

}  // namespace ng::views
