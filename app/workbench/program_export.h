// SPDX-License-Identifier: Apache-2.0
// The document that is open, as the program that builds it.
#pragma once

#include <QString>

class QWidget;

namespace ng::views {

class Session;

// Asks where to, writes, and says what became of it as a message of the session.
void chooseProgramExport(QWidget& parent, Session& session, const QString& document);
void exportProgram(Session& session, const QString& document, const QString& path);

}  // namespace ng::views
