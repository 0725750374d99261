// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/menu_reasons.h"

#include <QAction>
#include <QHelpEvent>
#include <QMenu>
#include <QMenuBar>
#include <QToolTip>

#include "app/window/main_window.h"

namespace ng::views {
namespace {

// Commands that have only one possible reason for being disabled.
const std::map<QString, QString>& onlyReasons() {
  static const std::map<QString, QString> reasons{
      {"edit.undo", "Nothing to undo."},
      {"edit.redo", "Nothing to redo."},
      {"edit.cut", "Select ops in the graph, or text, first."},
      {"edit.copy", "Select ops in the graph, text or rows first."},
      {"edit.paste", "The clipboard contains nothing to paste here."},
      {"edit.delete", "Select ops in the graph, or text, first."},
      {"view.back", "No earlier selection to go back to."},
      {"view.forward", "You are at the latest selection."},
      {"file.new", "Documents cannot be edited in this window."},
      {"file.save", "Nothing to save: there are no edits."},
      {"file.save_as", "Nothing to save: no document is open."},
      {"file.discard", "There are no edits."},
      {"file.restore_discarded", "No edits were discarded."},
      {"file.compare", "Open or save a document first."},
      {"file.no_overlay", "No overlay is shown."},
      {"compile.cancel", "Nothing is being compiled."}};
  return reasons;
}

// Commands that a document which is only shown does not have.
bool needsEngine(const QString& id) {
  return id.startsWith("run.") || id == "compile.again" || id == "file.export_program" ||
         id == "file.capture" || id == "file.restore_state" || id == "file.save" ||
         id == "file.save_as";
}

class Reasons : public QObject {
 public:
  explicit Reasons(MainWindow& window) : QObject(&window), window_(window) {}

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return false;
    const auto* menu = static_cast<QMenu*>(watched);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QAction* command = menu->actionAt(help->pos());
    const QString why = command ? whyDisabled(window_, *command) : QString();
    if (why.isEmpty()) return false;
    QToolTip::showText(help->globalPos(), why, static_cast<QWidget*>(watched));
    return true;
  }

 private:
  MainWindow& window_;
};

}  // namespace

QString whyDisabled(MainWindow& window, const QAction& command) {
  const QString id = command.objectName();
  if (command.isEnabled()) return {};
  if (!id.contains('.')) {  // of a view, which explains its own disabled commands
    const QString tip = command.toolTip();
    return !command.statusTip().isEmpty() ? command.statusTip()
           : tip.endsWith('.')            ? tip
                                          : QString();
  }
  const Workspace& workspace = window.workspace();
  if (const QString why = workspace.documents.readOnly(); !why.isEmpty() && needsEngine(id))
    return why;
  if (id == "file.save" && !workspace.documents.document()) return "Open a document first.";
  const auto known = onlyReasons().find(id);
  if (known != onlyReasons().end()) return known->second;
  const bool running = workspace.run.status().state == RunState::running;
  if (id == "run.run" && command.text() == "Run script") return "The script is running.";
  if (!workspace.documents.document()) return "Open a document first.";
  if (id == "run.train_on") return "Documents cannot be edited in this window.";
  if (id == "file.restore_state" && !running)
    return "No trained state of this document was discarded.";
  if (id == "run.pause" || id == "run.stop") return "Nothing is running.";
  if (id == "run.restart") return "Nothing has run yet.";
  if (!workspace.compilations.compilation())
    return "The document is not compiled. Compile it with Ctrl+Shift+B.";
  if (id == "file.capture") return "This window shows a session that it cannot capture.";
  if (running) return "Pause the run (F6) or wait for its end.";
  if ((id == "run.breakpoint" || id == "run.to_cursor") && workspace.selection.op() == 0)
    return "Select an op first.";
  if (id == "run.reset" || id == "run.step_back") return "Nothing has run yet.";
  if (id.startsWith("run.step_") && workspace.run.status().state == RunState::finished)
    return "The run is finished. " + window.actions()["run.run"]->text() + " it with F5.";
  if (id == "run.step_epoch") return "The run has no epochs: the document has no run plan.";
  return "This is not possible now.";
}

void tellReasons(MainWindow& window) {
  auto* reasons = new Reasons(window);
  for (QMenu* menu : window.menuBar()->findChildren<QMenu*>()) menu->installEventFilter(reasons);
}

}  // namespace ng::views
