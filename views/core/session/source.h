// SPDX-License-Identifier: Apache-2.0
// Source: the state that the window shows, and the receiver of its commands: the engine in this
// process, a user's program or a saved file. A source can wrap another one and replace parts of its
// state. GUI thread only.
#pragma once

#include <QObject>

#include "views/core/session/command.h"
#include "views/core/session/event.h"
#include "views/core/session/state/workbench_state.h"
#include "views/core/session/state_facets.h"

namespace ng::views {

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
