// SPDX-License-Identifier: Apache-2.0
// The overlay of the window: numbers per op from a file of the user. GUI thread only.
#pragma once

#include <QObject>
#include <utility>
#include <vector>

#include "engine/formats/overlays/overlay.h"

namespace ng::views {

class Overlays : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const OverlayPtr& shown() const { return shown_; }  // null: none
  void show(OverlayPtr overlay) {
    if (overlay == shown_) return;
    shown_ = std::move(overlay);
    matches_.clear();
    emit changed();
  }
  // The ops of a graph that the overlay names; empty without an overlay or graph. Valid until the
  // second call for another graph.
  const OverlayMatch& match(const GraphRecordPtr& graph) {
    static const OverlayMatch none;
    if (!shown_ || !graph) return none;
    for (const auto& [known, match] : matches_)
      if (known == graph) return *match;
    if (matches_.size() == mostMatches) matches_.erase(matches_.begin());
    matches_.emplace_back(graph, std::make_unique<OverlayMatch>(match_overlay(*shown_, *graph)));
    return *matches_.back().second;
  }

 signals:
  void changed();

 private:
  static constexpr std::size_t mostMatches = 2;  // the document's graph and that of a pass
  OverlayPtr shown_;
  std::vector<std::pair<GraphRecordPtr, std::unique_ptr<OverlayMatch>>> matches_;
};

}  // namespace ng::views
