// SPDX-License-Identifier: Apache-2.0
// What a view of the compiler's work shows when there is none: why, and what to do about it.
#pragma once

#include "views/core/session.h"
#include "views/widgets/empty_state.h"

namespace ng::views {

class CompiledState : public EmptyState {
  Q_OBJECT

 public:
  // `invitation` where no document is open. `session` outlives this.
  CompiledState(const QString& icon, const QString& invitation, Session& session,
                QWidget* parent = nullptr);
  // What is said of a compilation that has nothing for this view.
  void setNothing(const QString& sentence);

  // Why a document that is open has no compilation; empty: it has one, or nothing is open.
  static QString whyNone(const Session& session);
  static bool canCompile(const Session& session);  // again: nothing goes on

 private:
  void follow();

  Session& session_;
  QString invitation_, nothing_;
};

}  // namespace ng::views
