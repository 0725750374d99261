// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/compare_files.h"

#include <QFileDialog>
#include <QFileInfo>

#include "app/settings/settings.h"
#include "app/window/commands/overlay_files.h"
#include "app/window/main_window.h"
#include "engine/analysis/document_difference.h"
#include "engine/records/document_record.h"
#include "views/core/document_name.h"
#include "views/file_kind.h"
#include "views/view_table.h"

namespace ng::views {
namespace {

bool isDocument(const QString& path) {
  return fileKindOf(path) == FileKind::none && !isOverlayFile(path) &&
         !path.endsWith(".py", Qt::CaseInsensitive);
}

bool isCheckpoint(const QString& path) {
  return fileKindOf(path) == FileKind::checkpoint;
}

// A checkpoint is compared with another one or with the variables of a document or model.
bool haveTensors(const QString& first, const QString& second) {
  const auto fits = [](const QString& path) { return isCheckpoint(path) || isDocument(path); };
  return fits(first) && fits(second) && (isCheckpoint(first) || isCheckpoint(second));
}

void noteRecent(const Workspace& workspace, const std::string& path) {
  const QString file = QString::fromStdString(path);
  if (programOf(workspace, file).isEmpty()) Settings().addRecentFile(file);
}

Diagnostic refusal(const QString& first, const QString& second) {
  Diagnostic refused;
  refused.what = "These files cannot be compared.";
  refused.where = (isDocument(first) ? second : first).toStdString();
  refused.expected = "documents, models, saved compilations, captures or checkpoints";
  return refused;
}

}  // namespace

CompareFiles::CompareFiles(MainWindow& window) : QObject(&window), window_(window) {
  QAction* action = window.actions()["file.compare"];
  connect(action, &QAction::triggered, this, &CompareFiles::choose);
  const Session& session = window.workspace();
  connect(&session.documents, &Documents::documentChanged, action,
          [this, action] { action->setEnabled(!shown().isEmpty()); });
  action->setEnabled(false);
  connect(&session.compilations, &Compilations::compilationChanged, this, &CompareFiles::follow);
}

CompareFiles& CompareFiles::of(const MainWindow& window) {
  return *window.findChild<CompareFiles*>({}, Qt::FindDirectChildrenOnly);
}

QString CompareFiles::shown() const {
  const DocumentRecordPtr document = window_.workspace().documents.document();
  return document ? QString::fromStdString(document->path) : QString();
}

void CompareFiles::compare(const QString& first, const QString& second) {
  Workspace& workspace = window_.workspace();
  if (haveTensors(first, second)) {
    const View& view = *findView(FileKind::checkpoint);
    window_.openBeside(view, first);
    window_.docks().view(view.id)->arrange({{"compare", second}});
    return;
  }
  if (!isDocument(first) || !isDocument(second))
    return emit workspace.messages.message(refusal(first, second));
  window_.edits().leave(
      "compare with " + QFileInfo(second).fileName(), "compare",
      [&workspace, first, second] { workspace.documents.compare(first, second); });
}

void CompareFiles::compareShownWith(const QString& second) {
  if (shown().isEmpty()) {
    Diagnostic refused;
    refused.what = "The document cannot be compared: it was never saved.";
    refused.action = "Save it first.";
    return emit window_.workspace().messages.message(refused);
  }
  compare(shown(), QFileInfo(second).absoluteFilePath());
}

void CompareFiles::choose() {
  const QString path = QFileDialog::getOpenFileName(
      &window_, "Compare " + documentName(shown()) + " with", QFileInfo(shown()).path(),
      "Documents, models and captures (*.ngraph *.onnx *.pb *.pbtxt *.meta *.keras *.h5 *.tflite "
      "*.pt2 *.mlir *.stablehlo *.ngrec *.ngcap);;"
      "Checkpoints (*.safetensors *.index.json *.pt *.pth *.bin *.npz *.gguf);;"
      "All files (*)");
  if (!path.isEmpty()) compareShownWith(path);
}

// A new comparison starts with its differences, A and B next to each other.
void CompareFiles::follow() {
  Workspace& workspace = window_.workspace();
  const DocumentDifferencePtr now = workspace.documents.difference();
  if (now == difference_) return;
  difference_ = now;
  if (!now) return;
  for (const std::string& path : {now->first, now->second}) noteRecent(workspace, path);
  workspace.selection.selectPass(0);
  workspace.selection.compareWith(asWritten);
  window_.docks().raise(Task::compare);
}

}  // namespace ng::views
