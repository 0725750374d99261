// SPDX-License-Identifier: Apache-2.0
// What an event of a timeline stands for in the record: a kernel, a pass, an op, an iteration. And
// the colour it is painted in: kernels have that of their heaviest op.
#pragma once

#include <QColor>
#include <QString>
#include <vector>

#include "engine/session/timeline.h"
#include "views/core/selection.h"

namespace ng::views {

struct EventLink {
  QString kernel;  // empty: none
  int pass = -1;
  OpKey op = 0;
  bool iteration = false;  // its number is one
};

class EventLinks {
 public:
  // Both may be null. Names that came since are looked up; of another timeline or compilation all.
  void follow(const TimelinePtr& timeline, const CompilationRecordPtr& compilation);

  const EventLink& link(std::uint32_t name) const { return links_[name]; }
  // An op selects the events of its kernel, or those of its own name.
  void select(const SelectionState& selection);
  bool isSelected(std::uint32_t name) const;
  QColor colour(std::uint32_t name) const;

 private:
  struct Paint {
    bool family = false;
    Family of = Family::elementwise;
    int series = 0;
  };
  void add(const TimelineName& name);
  Paint paintOf(const TimelineName& name, const EventLink& link) const;

  SelectionState selection_;
  QString kernelOfOp_;  // that computes the selected op
  TimelinePtr timeline_;
  CompilationRecordPtr compilation_;
  std::vector<EventLink> links_;
  std::vector<Paint> paints_;
};

}  // namespace ng::views
