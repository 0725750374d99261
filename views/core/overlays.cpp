// SPDX-License-Identifier: Apache-2.0
#include "views/core/overlays.h"

#include "engine/formats/overlays/overlay.h"

namespace ng::views {
namespace {

constexpr std::size_t mostMatches = 2;  // the document's graph and that of a pass

}  // namespace

Overlays::Overlays(QObject* parent) : QObject(parent) {}

Overlays::~Overlays() = default;

void Overlays::show(OverlayPtr overlay) {
  if (overlay == shown_) return;
  shown_ = std::move(overlay);
  matches_.clear();
  emit changed();
}

const OverlayMatch& Overlays::match(const GraphRecordPtr& graph) {
  static const OverlayMatch none;
  if (!shown_ || !graph) return none;
  for (const auto& [known, match] : matches_)
    if (known == graph) return *match;
  if (matches_.size() == mostMatches) matches_.erase(matches_.begin());
  matches_.emplace_back(graph, std::make_unique<OverlayMatch>(match_overlay(*shown_, *graph)));
  return *matches_.back().second;
}

}  // namespace ng::views
