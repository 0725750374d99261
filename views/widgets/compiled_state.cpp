// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/compiled_state.h"

namespace ng::views {

CompiledState::CompiledState(const QString& icon, const QString& invitation, Session& session,
                             QWidget* parent)
    : EmptyState(icon, invitation, parent),
      session_(session),
      invitation_(invitation),
      nothing_(invitation) {
  for (auto signal : {&Session::documentChanged, &Session::compilationStarted,
                      &Session::compilationChanged, &Session::compilationFailed})
    connect(&session, signal, this, &CompiledState::follow);
  connect(this, &EmptyState::pressed, &session,
          [&session] { session.setTransformer(session.transformer()); });
  follow();
}

void CompiledState::setNothing(const QString& sentence) {
  nothing_ = sentence;
  follow();
}

QString CompiledState::whyNone(const Session& session) {
  if (!session.document() || session.compilation()) return {};
  if (session.compileProgress().busy) return tr("Compiling %1…").arg(session.computation());
  if (session.computations().isEmpty()) return tr("The document has no computation to compile.");
  return tr("%1 is not compiled: compilation stopped or failed.").arg(session.computation());
}

bool CompiledState::canCompile(const Session& session) {
  return session.document() && !session.compilation() && !session.computations().isEmpty() &&
         !session.compileProgress().busy;
}

void CompiledState::follow() {
  const QString why = whyNone(session_);
  setSentence(!why.isEmpty() ? why : session_.compilation() ? nothing_ : invitation_);
  const bool again = canCompile(session_);
  setButton(again ? tr("Compile again") : QString(), again ? "Ctrl+Shift+B" : QString());
}

}  // namespace ng::views
