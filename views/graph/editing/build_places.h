// SPDX-License-Identifier: Apache-2.0
// The places of the cards while a document is edited: the user's, the former ones of cards that
// stay, and those of a restored draft as it was laid out.
#pragma once

#include "views/core/workspace.h"
#include "views/graph/canvas/canvas.h"
#include "views/graph/scene/kept_places.h"
#include "views/layout/graph_placer.h"

namespace ng::views {

class BuildPlaces {
 public:
  BuildPlaces(Workspace& workspace, const GraphCanvas& canvas);

  // Returns `placement` without a draft, and for a restored draft until it is edited.
  PlacementPtr arrange(const PlacementPtr& placement, const GraphRecordPtr& graph,
                       const Grouping& grouping);
  bool laidOut() const { return laidOut_ != nullptr; }  // a restored draft, not edited since
  bool changed() const;  // the user's places, since the last arrange()
  void followEditor();
  void noteMove(OpId op, QPointF from);  // the place to which undoing the move returns

 private:
  void keepPlaces();
  void keepPicture(const GraphRecord& graph);
  bool asLaidOut(const GraphRecordPtr& graph);

  Workspace& workspace_;
  const GraphCanvas& canvas_;
  KeptPlaces kept_;
  bool fromNothing_ = false;        // the draft started without any op
  GraphRecordPtr laidOut_;          // graph of a restored draft; null once it is edited
  std::map<OpId, QPointF> before_;  // of moved cards, before the move
  std::map<OpId, QPointF> places_;  // the editor's places at the last arrange()
};

}  // namespace ng::views
