// SPDX-License-Identifier: Apache-2.0
// What the memory plan plot shows: a plan, a compared one, and the buffers and steps that are
// highlighted.
#pragma once

#include <QString>
#include <set>
#include <vector>

#include "views/buffers/plan_model.h"

namespace ng::views {

struct PlanShown {
  enum class Direction { earlier, later, lower, higher };

  PlanModelPtr model, other;        // may be null
  bool all = false;                 // also buffers outside the pool
  bool ghost = true;                // the layout without buffer reuse, unless `other` is set
  int selected = -1, hovered = -1;  // buffers; -1: none
  int step = -1, runStep = -1;      // the chosen step, and that of a paused run; -1: none
  std::set<int> read, written;      // buffers of the selected kernel
  std::vector<int> tenants;  // buffers that use the bytes of the selected one before or after it
  std::set<std::uint8_t> families;  // of the owners of drawn buffers

  void setModel(PlanModelPtr plan);  // drops the highlights
  void setAll(bool on);
  void select(int buffer);

  PlotRange whole() const;         // everything, with room above for the labels of the lines
  const RectTree* behind() const;  // outlined in the background; null: nothing
  const PlotRect* placeOf(int buffer) const;  // null: not drawn
  bool dims() const { return selected >= 0 || !read.empty() || !written.empty(); }
  bool isLit(int buffer) const;
  int neighbour(int buffer, Direction way) const;  // nearest buffer in that direction; -1: none
  QString peakText() const;                        // label of the peak line
  QString tipOf(int buffer) const;

 private:
  void noteFamilies();
};

}  // namespace ng::views
