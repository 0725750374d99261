// SPDX-License-Identifier: Apache-2.0
// Two graphs side by side, or one above the other: A with what is gone, B with what is new, the
// same op at the same place of both.
#include <QAction>
#include <QSplitter>

#include "views/core/compare_written.h"
#include "views/graph/graph_view.h"

namespace ng::views {
namespace {

constexpr double narrowMargin = 10;  // of each of two canvases

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
      to->showArea(from->visibleArea());
      syncing_ = false;
    });
  };
  follow(canvas_, other_);
  follow(other_, canvas_);
}

// The graph as written beside itself would tell nothing: the first pass that changes it stands
// there.
void GraphView::compareWithWritten() {
  views::compareWithWritten(workspace_);
}

// What stands in a pane, and why it tells nothing or was chosen.
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

// The way in which both pictures get the larger scale.
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
    canvas_->setFitMargin(on ? narrowMargin : Viewport::fitMargin);
    canvas_->fit();
  }
  canvas_->setCaption(on ? tr("B   %1").arg(captionOf(state.pass)) : QString());
  if (!on || !shownPlacement_) return canvas_->setBeside({});
  other_->setCaption(tr("A   %1").arg(stateName(state.against)));
  PassRecord a = *pass_;  // its marks without ghosts: what is new stands in B
  a.after = a.before;
  a.added.clear();
  auto scene = std::make_shared<const GraphScene>(buildScene(
      {a.before, &a, shownPlacement_.get(), placer_.grouping().get(), hidden_.get()}));
  canvas_->setBeside(scene->bounds);
  syncing_ = true;
  other_->setScene(std::move(scene));
  other_->select(canvas_->selected());
  other_->showArea(canvas_->visibleArea());
  syncing_ = false;
}

}  // namespace ng::views
