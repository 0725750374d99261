// SPDX-License-Identifier: Apache-2.0
// Source: the state that the window shows, and the receiver of its commands: the engine in this
// process, a user's program or a saved file. A source can wrap another one and replace parts of its
// state. GUI thread only.
#pragma once

#include <QFlags>
#include <QObject>

#include "views/core/session/state/workbench_state.h"

namespace ng::views {

struct Command;  // command_variant.h
struct Event;    // event.h

// Which parts of a WorkbenchState have changed.
enum class StateFacet {
  document = 1 << 0,
  compilation = 1 << 1,  // a new record
  kernelTexts = 1 << 2,  // only kernel texts and measured kernel times of the record
  progress = 1 << 3,
  pipelineTrials = 1 << 4,
  plan = 1 << 5,
  run = 1 << 6,
  series = 1 << 7,
  tensors = 1 << 8,
  watched = 1 << 9,
  timeline = 1 << 10,
  faults = 1 << 11,
  health = 1 << 12,
  queries = 1 << 13,
  whatIf = 1 << 14,
  elementOrigin = 1 << 15
};
Q_DECLARE_FLAGS(StateFacets, StateFacet)
Q_DECLARE_OPERATORS_FOR_FLAGS(StateFacets)

class Source : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const WorkbenchState& state() const { return state_; }
  virtual void take(const Command& command) = 0;

 signals:
  void changed(ng::views::StateFacets facets);  // emitted after the whole state is set
  void happened(const ng::views::Event& event);

 protected:
  WorkbenchState state_;
};

}  // namespace ng::views
