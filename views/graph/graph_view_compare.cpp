// SPDX-License-Identifier: Apache-2.0
// Two graphs side by side: A left with what is gone, B right with what is new, the same op at the
// same place of both.
#include <QAction>
#include <QSplitter>

#include "views/graph/graph_view.h"

namespace ng::views {

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
      to->showArea(from->visibleArea());
      syncing_ = false;
    });
  };
  follow(canvas_, other_);
  follow(other_, canvas_);
}

void GraphView::compareWithWritten() {
  const bool on = workspace_.selection.state().against != SelectionState::ownBefore;
  workspace_.selection.compareWith(on ? SelectionState::ownBefore : -1);
}

void GraphView::showComparison() {
  const SelectionState& state = workspace_.selection.state();
  const bool on = compilation_ && state.against != SelectionState::ownBefore && pass_;
  if (on != comparing()) {
    other_->setVisible(on);
    if (on) panes_->setSizes({panes_->width() / 2, panes_->width() / 2});
    canvas_->fit();
  }
  if (!on || !placer_.placement()) return;
  PassRecord a = *pass_;  // its marks without ghosts: what is new stands in B
  a.after = a.before;
  a.added.clear();
  auto scene = std::make_shared<const GraphScene>(buildScene(
      {a.before, &a, placer_.placement().get(), placer_.grouping().get(), hidden_.get()}));
  syncing_ = true;
  other_->setScene(std::move(scene));
  other_->select(canvas_->selected());
  other_->showArea(canvas_->visibleArea());
  syncing_ = false;
}

}  // namespace ng::views
