// SPDX-License-Identifier: Apache-2.0
#include "app/drafts/program_export.h"

#include <QFileDialog>
#include <QFileInfo>

#include "engine/documents/export_program.h"
#include "views/core/session/session.h"

namespace ng::views {

void exportProgram(Messages& messages, const QString& document, const QString& path) {
  Diagnostic said;
  try {
    const std::string arrays =
        export_program(load_document(document.toStdString()), path.toStdString());
    said.severity = Severity::note;
    said.what = "The document was exported as a program.";
    said.where = path.toStdString() + (arrays.empty() ? "" : ", arrays in " + arrays);
  } catch (const Error& error) {
    said = error.diagnostic();
  }
  emit messages.message(said);
}

void chooseProgramExport(QWidget& parent, Messages& messages, const QString& document) {
  const QString name = QFileInfo(document).completeBaseName() + ".py", cpp = "C++ (*.cpp)";
  QString language;
  QString path = QFileDialog::getSaveFileName(&parent, "Export as a program", name,
                                              "Python (*.py);;" + cpp, &language);
  if (path.isEmpty()) return;
  if (!is_program_path(path.toStdString())) path += language == cpp ? ".cpp" : ".py";
  exportProgram(messages, document, path);
}

}  // namespace ng::views
