// SPDX-License-Identifier: Apache-2.0
// Reports an exported file that could not be written.
#pragma once

#include <QString>

#include "views/core/session/messages.h"

namespace ng::views {

inline void sayNotWritten(Messages& messages, const QString& path) {
  Diagnostic diagnostic;
  diagnostic.what = "The picture cannot be written.";
  diagnostic.where = path.toStdString();
  diagnostic.action = "Choose another place.";
  emit messages.message(diagnostic);
}

}  // namespace ng::views
