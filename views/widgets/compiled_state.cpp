// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/compiled_state.h"

namespace ng::views {

CompiledState::CompiledState(const QString& icon, const QString& invitation, Session& session,
                             QWidget* parent)
    : EmptyState(icon, invitation, parent),
      session_(session),
      invitation_(invitation),
      nothing_(invitation) {
  connect(&session.documents, &Documents::documentChanged, this, &CompiledState::follow);
  for (auto signal : {&Compilations::compilationStarted, &Compilations::compilationChanged,
                      &Compilations::compilationFailed})
    connect(&session.compilations, signal, this, &CompiledState::follow);
  connect(this, &EmptyState::pressed, this,
          [&session] { session.compilations.setTransformer(session.compilations.transformer()); });
  follow();
}

void CompiledState::setNothing(const QString& sentence) {
  nothing_ = sentence;
  follow();
}

QString CompiledState::whyNone(const Session& session) {
  if (!session.documents.document() || session.compilations.compilation()) return {};
  if (session.compilations.compileProgress().busy)
    return tr("Compiling %1…").arg(session.compilations.computation());
  if (session.compilations.computations().isEmpty())
    return tr("The document has no computation to compile.");
  return tr("%1 is not compiled: compilation stopped or failed.")
      .arg(session.compilations.computation());
}

bool CompiledState::canCompile(const Session& session) {
  return session.documents.document() && !session.compilations.compilation() &&
         !session.compilations.computations().isEmpty() &&
         !session.compilations.compileProgress().busy;
}

void CompiledState::follow() {
  const QString why = whyNone(session_);
  setSentence(!why.isEmpty() ? why : session_.compilations.compilation() ? nothing_ : invitation_);
  const bool again = canCompile(session_);
  setButton(again ? tr("Compile again") : QString(), again ? "Ctrl+Shift+B" : QString());
}

}  // namespace ng::views
