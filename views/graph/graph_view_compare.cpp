// SPDX-License-Identifier: Apache-2.0
// Compares two graphs in two panes: A with the removed ops, B with the added ops, and every common
// op at the same place in both.
#include <QAction>
#include <QSplitter>

#include "views/core/compare_written.h"
#include "views/graph/graph_view.h"

namespace ng::views {
namespace {

constexpr double narrowMargin = 10;  // of each of the two canvases

}  // namespace

bool GraphView::comparing() const {
  return other_->isVisibleTo(this);
}

void GraphView::buildComparison() {
  panes_->addWidget(other_);
  panes_->addWidget(canvas_);
  panes_->setChildrenCollapsible(false);
  other_->hide();
  other_->setAccessibleName(tr("Graph A"));
  connect(other_, &GraphCanvas::clicked, this, [this](ItemId item) {
    if (item && !grouping_->find(item)) workspace_.selection.selectOp(item);
  });
  // Each pane follows the other.
  const auto follow = [this](GraphCanvas* from, GraphCanvas* to) {
    connect(from, &GraphCanvas::viewChanged, this, [this, from, to] {
      if (syncing_ || !comparing()) return;
      syncing_ = true;
      to->camera().showArea(from->camera().visibleArea());
      syncing_ = false;
    });
  };
  follow(canvas_, other_);
  follow(other_, canvas_);
}

// If the graph as written is selected, the comparison selects the first pass that changes it,
// because comparing it with itself shows nothing.
void GraphView::compareWithWritten() {
  views::compareWithWritten(workspace_);
}

// Caption of a pane, with the reason if both graphs are equal or the pass was chosen automatically.
QString GraphView::captionOf(int pass) const {
  const SelectionState& state = workspace_.selection.state();
  if (state.pass == state.against)
    return tr("%1: the same as A, ] shows the next pass").arg(stateName(pass));
  if (pass == firstChange(compilation_)) return tr("%1, the first pass that changes it").arg(stateName(pass));
  return stateName(pass);
}

QString GraphView::stateName(int pass) const {
  if (pass < 0) return tr("as written");
  return tr("after %1")
      .arg(QString::fromStdString(compilation_->passes[static_cast<std::size_t>(pass)].name));
}

// The split direction that gives both pictures the larger scale.
Qt::Orientation GraphView::betterSplit() const {
  const QSizeF picture = canvas_->scene().bounds.size(), room = panes_->size();
  if (picture.isEmpty()) return Qt::Horizontal;
  const double margins = 2 * narrowMargin;
  const auto scale = [&](double width, double height) {
    return std::min((width - margins) / picture.width(), (height - margins) / picture.height());
  };
  const bool beside =
      scale(room.width() / 2, room.height()) >= scale(room.width(), room.height() / 2);
  return beside ? Qt::Horizontal : Qt::Vertical;
}

void GraphView::showComparison() {
  const SelectionState& state = workspace_.selection.state();
  const bool on = compilation_ && state.against != SelectionState::ownBefore && pass_;
  if (on != comparing()) {
    panes_->setOrientation(betterSplit());
    other_->setVisible(on);
    if (on) panes_->setSizes({1, 1});  // equal shares
    canvas_->camera().setFitMargin(on ? narrowMargin : Viewport::fitMargin);
    canvas_->camera().fit();
  }
  canvas_->setCaption(on ? tr("B   %1").arg(captionOf(state.pass)) : QString());
  if (!on || !shownPlacement_) return canvas_->camera().setBeside({});
  other_->setCaption(tr("A   %1").arg(stateName(state.against)));
  PassRecord a = *pass_;  // marks without ghosts: added ops are shown in B
  a.after = a.before;
  a.added.clear();
  auto scene = std::make_shared<const GraphScene>(buildScene(
      {a.before, &a, shownPlacement_.get(), placer_.grouping().get(), hidden_.get()}));
  canvas_->camera().setBeside(scene->bounds);
  syncing_ = true;
  other_->setScene(std::move(scene));
  other_->select(canvas_->selected());
  other_->camera().showArea(canvas_->camera().visibleArea());
  syncing_ = false;
}

}  // namespace ng::views
