// SPDX-License-Identifier: Apache-2.0
// Messages: what was reported since the document was opened. GUI thread only.
#pragma once

#include <QObject>
#include <vector>

#include "engine/base/error.h"

namespace ng::views {

class Messages : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // `document`: dropped with the document; `window`: kept until the document is closed.
  enum class Scope { document, window };

  std::vector<Diagnostic> messages() const;
  // Adds to the list and emits message(). Emit message() alone for a message that is not kept.
  void say(const Diagnostic& diagnostic, Scope scope = Scope::document);
  void forget(Scope scope);  // `window`: both kinds

 signals:
  void message(const ng::Diagnostic& diagnostic);

 private:
  struct Kept {
    Diagnostic diagnostic;
    Scope scope;
  };
  std::vector<Kept> kept_;
};

}  // namespace ng::views
