// SPDX-License-Identifier: Apache-2.0
// Empty state of the compiler's views: why there is no compilation, and what to do.
#pragma once

#include "views/core/session/session.h"
#include "views/widgets/empty_state.h"

namespace ng::views {

class CompiledState : public EmptyState {
  Q_OBJECT

 public:
  // `invitation` is shown while no document is open. `session` outlives this.
  CompiledState(const QString& icon, const QString& invitation, Session& session,
                QWidget* parent = nullptr);
  // The sentence shown when a compilation has nothing for this view.
  void setNothing(const QString& sentence);

  // Why an open document has no compilation; empty if it has one or no document is open.
  static QString whyNone(const Session& session);
  // Whether compiling again is possible: nothing is running.
  static bool canCompile(const Session& session);

 private:
  void follow();

  Session& session_;
  QString invitation_, nothing_;
};

}  // namespace ng::views
