// SPDX-License-Identifier: Apache-2.0
// Maps timeline events to a kernel, pass, op or iteration of the record, and to a colour. Kernels
// have the colour of their most expensive op.
#pragma once

#include <QColor>
#include <QString>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/graph/family.h"
#include "engine/trace/timeline.h"
#include "views/core/selection.h"

namespace ng::views {

struct EventLink {
  QString kernel;  // empty: none
  std::optional<int> pass;
  OpId op = 0;
  bool iteration = false;  // the event's number is an iteration
};

class EventLinks {
 public:
  // Both can be null. Looks up only new names, or all names for another timeline or compilation.
  void follow(const TimelinePtr& timeline, const CompilationRecordPtr& compilation);

  const EventLink& link(std::uint32_t name) const { return links_[name]; }
  // A selected op highlights the events of its kernel, or else the events with its name.
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
  OpId opNamed(const std::string& name);  // 0: there is none
  Paint paintOf(const TimelineName& name, const EventLink& link) const;

  SelectionState selection_;
  QString kernelOfOp_;  // kernel that computes the selected op
  TimelinePtr timeline_;
  CompilationRecordPtr compilation_;
  std::unordered_map<std::string, OpId> ops_;  // empty: not collected yet
  std::vector<EventLink> links_;
  std::vector<Paint> paints_;
};

// Selects kernel, pass and op of an event.
void selectLink(Selection& selection, const EventLink& link);
// Reveals the object of an event in another view; false: there is no such view.
bool revealLink(Selection& selection, const EventLink& link);
QString revealText(const EventLink& link);  // menu text of revealLink(); empty: no target

}  // namespace ng::views
