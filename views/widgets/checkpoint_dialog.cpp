// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/checkpoint_dialog.h"

#include <QFileDialog>

#include "views/core/document_name.h"
#include "views/core/workspace.h"

namespace ng::views {

namespace {

const char* saved = "Checkpoints (*.safetensors)";
const char* readable =
    "Checkpoints (*.safetensors *.index.json *.index *.pt *.pth *.bin *.npz *.onnx)"
    ";;All files (*)";

QString& lastFolder() {
  static QString folder;
  return folder;
}

QString firstFolder(const Workspace& workspace) {
  if (QFileInfo(lastFolder()).isDir()) return lastFolder();
  const QString file = shownFile(workspace);
  return file.isEmpty() ? QString() : QFileInfo(file).absolutePath();
}

QString kept(const QString& path) {
  if (!path.isEmpty()) lastFolder() = QFileInfo(path).absolutePath();
  return path;
}

}  // namespace

QString chooseCheckpointToSave(QWidget* parent, const Workspace& workspace) {
  QFileDialog dialog(parent,
                     QString("Save the state after iteration %1, the last one computed")
                         .arg(workspace.run.status().lastIteration),
                     firstFolder(workspace), saved);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("safetensors");
  dialog.selectFile("checkpoint.safetensors");
  return dialog.exec() == QDialog::Accepted ? kept(dialog.selectedFiles().front()) : QString();
}

QString chooseCheckpointToRestore(QWidget* parent, const Workspace& workspace) {
  return kept(
      QFileDialog::getOpenFileName(parent, "Restore checkpoint", firstFolder(workspace), readable));
}

}  // namespace ng::views
