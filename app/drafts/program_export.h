// SPDX-License-Identifier: Apache-2.0
// Export of the open document as a program that builds it.
#pragma once

#include <QString>

class QWidget;

namespace ng::views {

class Session;

// Asks for a file, writes it, and reports success or failure as a message of the session.
void chooseProgramExport(QWidget& parent, Session& session, const QString& document);
void exportProgram(Session& session, const QString& document, const QString& path);

}  // namespace ng::views
