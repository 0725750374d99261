// SPDX-License-Identifier: Apache-2.0
// Paints the lanes of a timeline. The cost depends on the number of pixels, not of events.
#pragma once

#include "views/timeline/lane_canvas.h"

namespace ng::views {

class LanePainter {
 public:
  LanePainter(const LaneCanvas& canvas, QPainter& painter);
  void paint();
  std::size_t bars() const { return bars_; }      // that were painted
  std::size_t merged() const { return merged_; }  // number of events merged into bars

 private:
  void paintRuler();
  void paintBand(const LaneBand& band);
  void paintRow(const LaneBand& band, std::size_t row);
  void paintEventBar(const LaneBand& band, const EventRow& row, const EventSpan& span,
                     const QRectF& box);
  void paintMerged(const EventSpan& span, const QRectF& box);
  void paintPale(const QRectF& box);  // matches no search
  void paintOutlines();
  // Arrows from the events that compute what the current one reads, and to those that read it.
  void paintFlows(const ShownEvent& current);

  const LaneCanvas& canvas_;
  const ShownTimelines& timelines_;
  const TimeScale& scale_;
  QPainter& painter_;
  const QSizeF size_;
  std::size_t bars_ = 0, merged_ = 0;
};

}  // namespace ng::views
