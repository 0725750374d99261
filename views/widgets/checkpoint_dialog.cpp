// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/checkpoint_dialog.h"

#include <QFileDialog>

namespace ng::views {

namespace {

const char* saved = "Checkpoints (*.safetensors)";
const char* readable =
    "Checkpoints (*.safetensors *.index.json *.index *.pt *.pth *.bin *.npz *.onnx)"
    ";;All files (*)";

}  // namespace

QString chooseCheckpointToSave(QWidget* parent, std::int64_t iteration) {
  QFileDialog dialog(
      parent, QString("Save the state after iteration %1, the last one computed").arg(iteration),
      {}, saved);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("safetensors");
  dialog.selectFile("checkpoint.safetensors");
  return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().front() : QString();
}

QString chooseCheckpointToRestore(QWidget* parent) {
  return QFileDialog::getOpenFileName(parent, "Restore checkpoint", {}, readable);
}

}  // namespace ng::views
