// SPDX-License-Identifier: Apache-2.0
#include "app/workbench/program_export.h"

#include <QFileDialog>
#include <QFileInfo>

#include "engine/session/export_program.h"
#include "views/core/session.h"

namespace ng::views {

void exportProgram(Session& session, const QString& document, const QString& path) {
  Diagnostic said;
  try {
    const std::string arrays =
        export_python_program(load_document(document.toStdString()), path.toStdString());
    said.severity = Severity::note;
    said.what = "The program that builds the document is written.";
    said.where = path.toStdString() + (arrays.empty() ? "" : ", arrays in " + arrays);
  } catch (const Error& error) {
    said = error.diagnostic();
  }
  emit session.message(said);
}

void chooseProgramExport(QWidget& parent, Session& session, const QString& document) {
  const QString name = QFileInfo(document).completeBaseName() + ".py";
  const QString path =
      QFileDialog::getSaveFileName(&parent, "Export as a Python program", name, "Python (*.py)");
  if (!path.isEmpty()) exportProgram(session, document, path);
}

}  // namespace ng::views
