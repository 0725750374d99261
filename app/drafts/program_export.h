// SPDX-License-Identifier: Apache-2.0
// Export of the open document as a program that builds it.
#pragma once

#include <QString>

class QWidget;

namespace ng::views {

class Messages;

// Asks for a file, writes it, and reports success or failure as a message.
void chooseProgramExport(QWidget& parent, Messages& messages, const QString& document);
void exportProgram(Messages& messages, const QString& document, const QString& path);

}  // namespace ng::views
