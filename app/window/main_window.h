// SPDX-License-Identifier: Apache-2.0
// The main window: assembles its parts and dispatches files and keys to them.
#pragma once

#include <QMainWindow>
#include <memory>

#include "app/window/commands/actions.h"
#include "app/window/commands/debug_commands.h"
#include "app/window/commands/edit_commands.h"
#include "app/window/commands/field_undo.h"
#include "app/window/commands/shell_echo.h"
#include "app/window/commands/wheel_focus.h"
#include "app/window/commands/window_keys.h"
#include "app/window/docks.h"
#include "app/window/document_memory.h"
#include "app/window/file_watch.h"
#include "app/window/running_work.h"
#include "app/window/selection/reloaded_ops.h"
#include "app/window/selection/selected_pass.h"
#include "app/window/start/start_page.h"
#include "views/core/overlays.h"

class QLabel;
class QStackedWidget;

namespace ng::views {

class MessageStrip;
class Palette;
class ScriptRun;
class StatusLine;
class ToolBar;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  // What `session` refers to, scripts and editor must outlive the window. Without scripts, Python
  // files cannot be opened; without an editor, documents are read-only.
  MainWindow(const Session& session, StartSources samples, Scripts* scripts = nullptr,
             Editor* editor = nullptr);
  ~MainWindow() override;

  void open(const QString& path);  // a document, a script, or a trace for the timeline
  // Here, in open() and at closing the window, a bar asks first whether to save unsaved work.
  void openBeside(const View& view, const QString& path);  // a file that needs no document
  void besideNotOpened();  // back to the start page if the file was opened there
  void closeDocument();    // back to the start page
  void newDocument();      // an empty document
  void goHome();           // shows the start page; the document stays open
  void clearRecentFiles();
  // Raises a view in a layout of layoutTable(); empty: in the layout that has room for it. Ignores
  // unknown ids.
  void showView(const QString& id, const QString& layout = {});
  void showView(const View& view, const QString& layout = {});
  void showView(Task task);
  bool atStart() const;

  Workspace& workspace() { return workspace_; }
  Actions& actions() { return actions_; }
  Docks& docks() { return docks_; }
  ToolBar& toolBar() { return *toolBar_; }
  StatusLine& statusLine() { return *status_; }
  MessageStrip& strip() { return *strip_; }
  EditCommands& edits() { return *edits_; }
  // Shows that the editor has recovered unsaved edits.
  void tellRestored(const RestoredEdits& edits);
  Palette& palette() { return *palette_; }
  const ShellEcho& shell() const { return shell_; }
  StartPage& startPage() { return *start_; }
  QList<QAction*> commands() const;  // of the window and of all views

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void addActions();
  void addViewActions();
  void buildCentre(StartSources samples);
  void followSession();
  void documentChanged();
  void scriptOpened();
  void showPage(int page);
  bool leaveStart();        // for the document or script, if one is open
  bool hasContent() const;  // a document or a script is open
  void chooseFile();
  void escape();
  void showCurves();
  void refocus();

  Settings settings_;
  Selection selection_;
  SelectedPass selectedPass_;  // must receive compilations before the views
  Jobs jobs_;
  Overlays overlays_;
  Workspace workspace_;
  Actions actions_;
  Docks docks_;
  DebugCommands debug_{workspace_, actions_, docks_};
  FileWatch watch_{workspace_};
  std::unique_ptr<EditCommands> edits_;
  std::unique_ptr<RunningWork> work_;
  DocumentMemory memory_;
  ShellEcho shell_;
  QStackedWidget* pages_;
  StartPage* start_ = nullptr;
  MessageStrip* strip_ = nullptr;
  ToolBar* toolBar_ = nullptr;
  StatusLine* status_ = nullptr;
  Palette* palette_ = nullptr;
  ReloadedOps reloaded_{workspace_};
  std::unique_ptr<WindowKeys> keys_;
  QLabel* name_ = nullptr;
  QString path_;
  bool script_ = false;     // a script is open
  bool beside_ = false;     // a trace or a checkpoint is open
  bool fromStart_ = false;  // it was opened on the start page and is not read yet
  bool leaving_ = false;    // the questions before closing the window are answered
  std::unique_ptr<ScriptRun> scriptRun_;
  WheelFocus wheelFocus_{this};
  FieldUndo fieldUndo_{this};
};

}  // namespace ng::views
