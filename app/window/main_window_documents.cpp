// SPDX-License-Identifier: Apache-2.0
// The main window's documents, traces and scripts: opening, dropping, closing, and the page shown
// for them.
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QTimer>
#include <utility>

#include "app/drafts/draft_editor.h"
#include "app/window/commands/compare_files.h"
#include "app/window/commands/overlay_files.h"
#include "app/window/dropped_image.h"
#include "app/window/main_window.h"
#include "app/window/message_strip.h"
#include "app/window/panels/maximized_view.h"
#include "engine/analysis/document_difference.h"
#include "engine/neon/plan/read_image.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/document_name.h"
#include "views/file_kind.h"
#include "views/view_table.h"

namespace ng::views {

namespace {

constexpr std::size_t manyOps = 10'000;

bool isScript(const QString& path) {
  return path.endsWith(".py", Qt::CaseInsensitive);
}

QString openFilter(bool scripts) {
  const QString first = scripts
                            ? "Documents, models and scripts (*.ngraph *.onnx *.pb *.pbtxt *.meta "
                              "*.keras *.h5 *.tflite *.pt2 *.mlir *.stablehlo *.ngrec *.ngcap "
                              "*.py)"
                            : "Documents and models (*.ngraph *.onnx *.pb *.pbtxt *.meta *.keras "
                              "*.h5 *.tflite *.pt2 *.mlir *.stablehlo *.ngrec *.ngcap)";
  return first +
         ";;Saved compilations and captures (*.ngrec *.ngcap);;Checkpoints and arrays "
         "(*.safetensors *.index.json *.index *.pt "
         "*.pth *.bin *.npz *.npy *.h5 *.hdf5 *.gguf)"
         ";;Overlays (*.csv *.json)"
         ";;All files (*)";
}

}  // namespace

void MainWindow::open(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  if (const View* view = findView(fileKindOf(absolute)))
    openBeside(*view, absolute);
  else if (isOverlayFile(absolute))
    openOverlay(workspace_, absolute);
  else if (workspace_.scripts != nullptr && isScript(path)) {
    const bool again = workspace_.scripts->file().path == absolute;
    workspace_.scripts->open(absolute);
    if (again) scriptOpened();
  } else {
    edits_->leave("open " + QFileInfo(absolute).fileName(), "open",
                  [this, absolute] { workspace_.documents.open(absolute); });
  }
}

// Traces and checkpoints need no document; names of ops and kernels in them link to the open one.
void MainWindow::openBeside(const View& view, const QString& path) {
  fromStart_ = !hasContent();
  beside_ = true;
  actions_["file.close"]->setEnabled(true);
  showPage(1);
  showView(view);
  docks_.view(view.id)->openFile(path);
}

void MainWindow::besideNotOpened() {
  if (!std::exchange(fromStart_, false)) return;
  beside_ = false;
  if (hasContent()) return;  // opened meanwhile
  actions_["file.close"]->setEnabled(false);
  showPage(0);
}

// A script is shown next to the graph it creates, which may not exist yet.
void MainWindow::scriptOpened() {
  script_ = true;
  actions_["file.close"]->setEnabled(true);
  showPage(1);
  showView(Task::script);
}

bool MainWindow::hasContent() const {
  return script_ || beside_ || workspace_.documents.document() != nullptr;
}

void MainWindow::documentChanged() {
  const DocumentRecordPtr document = workspace_.documents.document();
  const QString path = document ? QString::fromStdString(document->path) : QString();
  // The document of a script is not a file of the user.
  const QString file = shownFile(workspace_);
  const bool made = file != path;
  if (path != path_) {
    path_ = path;
    const bool renamed = workspace_.editor != nullptr && workspace_.editor->editing();
    if (!renamed) {
      selection_.forgetHistory();
      overlays_.show(nullptr);
    }
    if (document && !path_.isEmpty() && !made) settings_.addRecentFile(path_);
  }
  reloaded_.followDocument();
  edits_->followDocument(path_);
  watch_.follow(made ? QString() : path_);
  const bool unsaved = workspace_.editor != nullptr && workspace_.editor->modified();
  const DocumentDifferencePtr compared = workspace_.documents.difference();
  const QString name = compared ? documentName(QString::fromStdString(compared->first)) +
                                      QString::fromUtf8(" ↔ ") + documentName(file)
                                : documentName(file) + (unsaved ? " *" : "");
  name_->setText(name);
  name_->setFixedHeight(metrics::row - 1);
  name_->setToolTip(file);
  menuBar()->setCornerWidget(name_);  // the menu bar reserves space only when the widget is set
  name_->setVisible(document != nullptr);
  setWindowFilePath(file);
  setWindowTitle(document ? name + QString::fromUtf8(" — ngraph workbench") : "ngraph workbench");
  actions_["file.reload"]->setEnabled(document != nullptr);
  actions_["file.overlay"]->setEnabled(document != nullptr);
  actions_["file.export_program"]->setEnabled(document &&
                                              workspace_.documents.readOnly().isEmpty());
  actions_["file.close"]->setEnabled(hasContent());
  // For large documents, laying out all panels gets an event-loop turn of its own to keep turns
  // short. A zero timer would run in the current turn.
  if (document && document->graph && document->graph->ops.size() > manyOps)
    QTimer::singleShot(1, this, [this] { showPage(hasContent() ? 1 : 0); });
  else
    showPage(hasContent() ? 1 : 0);
}

void MainWindow::tellRestored(const RestoredEdits& edits) {
  if (edits.path.isEmpty()) showView(Task::edit);  // for a file, the views stay as restored
  edits_->restored().tell(edits);
}

void MainWindow::closeDocument() {
  edits_->leave("close it", "close", [this] {
    script_ = beside_ = false;
    workspace_.documents.close();
  });
}

void MainWindow::newDocument() {
  edits_->leave("make a new document", "make new", [this] {
    script_ = beside_ = false;
    workspace_.editor->newDocument();
    showPage(1);
    showView(Task::edit);
  });
}

bool MainWindow::leaveStart() {
  const bool leaves = atStart() && hasContent();
  if (leaves) showPage(1);
  return leaves;
}

// Toggles between the document and the start page.
void MainWindow::goHome() {
  showPage(atStart() && hasContent() ? 1 : 0);
}

void MainWindow::clearRecentFiles() {
  settings_.clearRecentFiles();
  start_->setRecentFiles({});
}

void MainWindow::showPage(int page) {
  start_->setRecentFiles(settings_.recentFiles());
  if (page == (docks_.maximized().active() ? 1 : pages_->currentIndex())) return;
  strip_->hide();
  if (page == 0) docks_.keepLayout();
  docks_.maximized().restore();
  pages_->setCurrentIndex(page);
  if (page == 0)
    docks_.hideAll();
  else
    docks_.setLayout(docks_.layout());
}

bool MainWindow::atStart() const {
  return pages_->currentIndex() == 0;
}

void MainWindow::chooseFile() {
  const QString path = QFileDialog::getOpenFileName(this, "Open", QFileInfo(path_).path(),
                                                    openFilter(workspace_.scripts != nullptr));
  if (!path.isEmpty()) open(path);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.front().isLocalFile()) event->acceptProposedAction();
}

// With Ctrl, the file is compared with the open document. A checkpoint is restored into the open
// document; an image is fed to its input of images; any other file is opened. Several files are
// accepted only to report why they are refused.
void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() > 1) {
    Diagnostic refused;
    refused.what = "Several files cannot be opened at once.";
    refused.found = std::to_string(urls.size()) + " files were dropped";
    refused.expected = "one document, saved compilation, script, trace, checkpoint or overlay";
    refused.action = "Drop one file.";
    return emit workspace_.messages.message(refused);
  }
  const QString path = urls.front().toLocalFile();
  const bool array = path.endsWith(".npy", Qt::CaseInsensitive);
  if (event->modifiers().testFlag(Qt::ControlModifier) && workspace_.documents.document())
    CompareFiles::of(*this).compareShownWith(path);
  else if (workspace_.documents.document() && !array && fileKindOf(path) == FileKind::checkpoint)
    workspace_.checkpoints.restore(path);
  else if (!names_image(path.toStdString()) || !feedDroppedImage(workspace_, path))
    open(path);
}

}  // namespace ng::views
