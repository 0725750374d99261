// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/capture_command.h"

#include <QFileDialog>
#include <QFileInfo>
#include <utility>

#include "app/window/commands/capture_dialog.h"
#include "app/window/main_window.h"
#include "views/core/document_name.h"

namespace ng::views {

CaptureCommand::CaptureCommand(MainWindow& window, Write write)
    : QObject(&window), window_(window), write_(std::move(write)) {
  const Session& session = window.workspace();
  connect(&session.compilations, &Compilations::compilationChanged, this, &CaptureCommand::follow);
  connect(&session.documents, &Documents::documentChanged, this, &CaptureCommand::follow);
  connect(window.actions()["file.capture"], &QAction::triggered, this, &CaptureCommand::choose);
  follow();
}

void CaptureCommand::follow() {
  const Session& session = window_.workspace();
  window_.actions()["file.capture"]->setEnabled(session.compilations.compilation() &&
                                                session.documents.readOnly().isEmpty());
}

void CaptureCommand::choose() {
  CaptureDialog dialog(capturedRows(window_.workspace()), &window_);
  if (dialog.exec() != QDialog::Accepted) return;
  QString path = QFileDialog::getSaveFileName(
      &window_, "Capture the compilation and the run",
      documentBaseName(shownFile(window_.workspace())) + ".ngcap", "Captures (*.ngcap)");
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += ".ngcap";
  write_(path, dialog.chosen());
}

}  // namespace ng::views
