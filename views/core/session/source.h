// SPDX-License-Identifier: Apache-2.0
// Source: what the window shows and commands: the engine in this process, a user's program, or a
// saved file. A source may stand on another one and show its state with changes. GUI thread only.
#pragma once

#include <QObject>

#include "views/core/session/command.h"
#include "views/core/session/event.h"
#include "views/core/session/state_facets.h"
#include "views/core/session/state/workbench_state.h"

namespace ng::views {

class Source : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const WorkbenchState& state() const { return state_; }
  virtual void take(const Command& command) = 0;

 signals:
  void changed(ng::views::StateFacets facets);  // the whole state is set before
  void happened(const ng::views::Event& event);

 protected:
  WorkbenchState state_;
};

}  // namespace ng::views
