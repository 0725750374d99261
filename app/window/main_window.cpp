// SPDX-License-Identifier: Apache-2.0
// The main window: its parts and commands, raising views, Esc.
#include "app/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

#include "app/drafts/draft_editor.h"
#include "app/drafts/program_export.h"
#include "app/window/commands/compare_files.h"
#include "app/window/commands/help.h"
#include "app/window/commands/help_pages.h"
#include "app/window/commands/menu_reasons.h"
#include "app/window/commands/menus.h"
#include "app/window/commands/overlay_files.h"
#include "app/window/commands/script_run.h"
#include "app/window/commands/spoken_names.h"
#include "app/window/commands/window_places.h"
#include "app/window/matching/match_dialog.h"
#include "app/window/message_strip.h"
#include "app/window/palette/palette.h"
#include "app/window/panels/maximized_view.h"
#include "app/window/status_line.h"
#include "app/window/tool_bar.h"
#include "app/window/view_export.h"
#include "views/view_table.h"
#include "views/widgets/code/find_bar.h"

namespace ng::views {

namespace {

constexpr int narrowWindow = 1280;  // up to here the graph needs the inspector's room
constexpr int leastWidth = 712;     // with the inspector folded

const View* focusedRow(const Docks& docks) {
  const ViewBase* focused = docks.focusedView();
  for (const View& row : viewTable())
    if (docks.view(row.id) == focused) return &row;
  return nullptr;
}

void addHelpActions(MainWindow& window, Actions& actions) {
  actions.add("help.view", "Help on the focused view", "", {Qt::Key_F1}, [&window] {
    const View* row = window.atStart() ? nullptr : focusedRow(window.docks());
    showHelp(window, row ? QString("views/") + row->id : "tour");
  });
  for (const auto& [id, page] : {std::pair{"help.tour", "tour"},
                                 {"help.guide", "user_guide"},
                                 {"help.legend", "legend"},
                                 {"help.query", "query"},
                                 {"help.glossary", "glossary"}}) {
    const QString title = helpTitle(page);
    actions.add(id, qPrintable(title), "", {},
                [&window, page = QString(page)] { showHelp(window, page); });
  }
  actions.add("help.keys", "Keys", "", {QKeySequence("?")}, [&window] { showKeys(window); });
  actions.add("help.shell", "Shell commands", "script", {}, [&window] { showShellLines(window); });
  actions.add("help.about", "About ngraph workbench", "", {}, [&window] { showAbout(window); });
}

}  // namespace

MainWindow::MainWindow(const Session& session, StartSources samples, Scripts* scripts,
                       Editor* editor)
    : selectedPass_(session.compilations, selection_),
      workspace_{session, selection_, jobs_, scripts, editor, &overlays_},
      actions_(this),
      docks_(this, workspace_, settings_),
      edits_(std::make_unique<EditCommands>(workspace_, actions_, docks_, watch_)),
      memory_(workspace_, docks_, settings_),
      shell_(workspace_),
      pages_(new QStackedWidget) {
  setObjectName("window");
  setMinimumWidth(leastWidth);  // overrides the larger minimum of unfolded parts
  setAcceptDrops(true);
  addActions();
  new CompareFiles(*this);
  addViewActions();
  actions_.addRunActions(workspace_, [this] { work_->stop(); });
  for (const char* id : {"run.run", "run.restart"})
    connect(actions_[id], &QAction::triggered, this, &MainWindow::showCurves);
  buildCentre(std::move(samples));
  toolBar_ = new ToolBar(workspace_, actions_, this);
  addToolBar(toolBar_);
  status_ = new StatusLine(workspace_, this);
  connect(&shell_, &ShellEcho::added, status_, &StatusLine::showShellLine);
  if (const auto* draft = qobject_cast<DraftEditor*>(editor)) {
    connect(draft, &DraftEditor::applied, &shell_, &ShellEcho::edited);
    connect(draft, &DraftEditor::undone, &shell_, &ShellEcho::undone);
    connect(draft, &DraftEditor::redone, &shell_, &ShellEcho::redone);
    connect(draft, &DraftEditor::outdatedRestored, &watch_, &FileWatch::noteOutdated);
  }
  setStatusBar(status_);
  palette_ = new Palette(
      workspace_, [this] { return commands(); }, this,
      [this](const QAction& command) { return whyDisabled(*this, command); },
      [this] { return windowPlaces(*this); });
  buildMenus(*this);
  keys_ = std::make_unique<WindowKeys>(*this);
  completeTipsAndNames(*this);
  name_ = new QLabel;
  name_->setObjectName("documentName");
  followSession();
  // Rebuilding a page can remove the focused widget; keys would then be lost.
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
    if (now == nullptr && isActiveWindow()) QTimer::singleShot(0, this, &MainWindow::refocus);
  });
  resize(1600, 1000);
  docks_.hideAll();
  documentChanged();
  workspace_.run.setPace(settings_.pace());
}

MainWindow::~MainWindow() {
  qApp->disconnect(this);
  if (workspace_.scripts != nullptr) workspace_.scripts->setGate({});
  workspace_.run.setGate({});
  edits_.reset();  // follows the focus, also that of the views
  // Views are deleted first: they still use the selection and the jobs.
  for (const View& row : viewTable()) delete docks_.view(row.id);
  delete takeCentralWidget();
}

void MainWindow::buildCentre(StartSources samples) {
  start_ = new StartPage(workspace_, std::move(samples));
  strip_ = new MessageStrip(workspace_);
  pages_->addWidget(start_);
  for (const View& row : viewTable()) {
    const ViewBase* view = docks_.view(row.id);
    connect(view, &ViewBase::echoed, this,
            [this, id = QString(row.id)](const QString& command, const QStringList& words) {
              if (command.isEmpty()) return shell_.arranged(id, words);
              command == "explain" ? shell_.explained(words) : shell_.asked(command, words);
            });
    connect(view, &ViewBase::opened, this, [this](const QStringList& files, const QString& before) {
      fromStart_ = false;
      strip_->forget(before);
      shell_.checkpoint(files);
    });
    connect(view, &ViewBase::notOpened, this, &MainWindow::besideNotOpened);
    connect(view, &ViewBase::helpWanted, this,
            [this](const QString& page) { showHelp(*this, page); });
  }
  QWidget* centreView = docks_.centre();
  pages_->addWidget(centreView != nullptr ? centreView : new QWidget);
  docks_.maximized().setPages(pages_);
  auto* centre = new QWidget;
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(&edits_->restored());
  column->addWidget(&edits_->unsaved());
  column->addWidget(strip_);
  column->addWidget(pages_, 1);
  setCentralWidget(centre);
  connect(start_, &StartPage::openRequested, this, &MainWindow::open);
  connect(start_, &StartPage::chooseRequested, this, &MainWindow::chooseFile);
  connect(start_, &StartPage::newRequested, this, &MainWindow::newDocument);
  connect(strip_, &MessageStrip::detailsWanted, this, [this] { docks_.raise(Task::messages); });
  connect(strip_, &MessageStrip::sourceWanted, this, [this](OpId placeholder) {
    docks_.raise(Task::run);
    emit workspace_.editor->sourceWanted(placeholder);
  });
}

void MainWindow::addActions() {
  const auto add = [this](const char* id, const char* text, const char* icon,
                          QList<QKeySequence> keys, std::function<void()> call) {
    return actions_.add(id, text, icon, keys, std::move(call));
  };
  add("file.home", "Start page", "home", {QKeySequence("Alt+Home")}, [this] { goHome(); });
  add("file.open", "Open…", "open", {QKeySequence::Open}, [this] { chooseFile(); });
  add("file.reload", "Reload", "reload", {QKeySequence("Ctrl+R")}, [this] {
    edits_->leave("reload it", "reload", [this, path = path_] { workspace_.documents.open(path); });
  });
  add("file.close", "Close document", "", {QKeySequence("Ctrl+W")}, [this] { closeDocument(); });
  add("file.export", "Export the window…", "export", {},
      [this] { chooseExport(*this, workspace_.messages); });
  add("file.export_view", "Export this view…", "export", {QKeySequence("Ctrl+Shift+E")},
      [this] { chooseExport(*docks_.focusedView(), workspace_.messages); });
  add("file.export_program", "Export as a program…", "script", {},
      [this] { chooseProgramExport(*this, workspace_.messages, path_); });
  add("file.capture", "Capture…", "save", {}, {});  // see CaptureCommand
  actions_["file.capture"]->setEnabled(false);
  add("file.compare", "Compare with…", "diff", {}, {});  // see CompareFiles
  add("file.overlay", "Overlay…", "", {}, [this] { chooseOverlay(*this, workspace_); });
  add("file.no_overlay", "Remove the overlay", "", {}, [this] { overlays_.show(nullptr); });
  actions_["file.no_overlay"]->setEnabled(false);
  connect(&overlays_, &Overlays::changed, this,
          [this] { actions_["file.no_overlay"]->setEnabled(overlays_.shown() != nullptr); });
  add("file.quit", "Quit", "", {QKeySequence("Ctrl+Q")}, [this] { close(); });
  add("edit.go", "Go to anything…", "search", {QKeySequence("Ctrl+P")},
      [this] { palette_->openPlaces(); });
  add("edit.commands", "All commands…", "command", {QKeySequence("Ctrl+Shift+P")},
      [this] { palette_->openCommands(); });
  add("edit.shell_line", "Copy the last step as a shell command", "copy",
      {QKeySequence("Ctrl+Shift+C")},
      [this] { QGuiApplication::clipboard()->setText(shell_.last()); });
  add("edit.clear", "Dismiss, or clear the selection", "", {Qt::Key_Escape}, [this] { escape(); });
  add("compile.again", "Compile again", "passes", {QKeySequence("Ctrl+Shift+B")},
      [this] { workspace_.compilations.setTransformer(workspace_.compilations.transformer()); });
  add("compile.cancel", "Cancel the compilation", "", {},
      [this] { workspace_.compilations.cancel(); });
  debug_.addActions();
  QAction* maximize = add("window.maximize", "Maximize the view, or restore all", "expand",
                          {QKeySequence("Ctrl+M")}, [this] {
                            const View* row = atStart() ? nullptr : focusedRow(docks_);
                            if (row) return docks_.toggleMaximized(row->id);
                            actions_["window.maximize"]->setChecked(false);
                          });
  maximize->setCheckable(true);
  connect(&docks_.maximized(), &MaximizedView::changed, maximize,
          [this, maximize] { maximize->setChecked(docks_.maximized().active()); });
  add("window.reset", "Reset the layout", "layout", {}, [this] { docks_.resetLayout(); });
  QAction* full = add("window.full_screen", "Full screen", "", {QKeySequence("Alt+Return")}, {});
  full->setCheckable(true);
  connect(full, &QAction::toggled, this,
          [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
  addHelpActions(*this, actions_);
  add("file.new", "New", "file", {QKeySequence::New}, [this] { newDocument(); });
  edits_->addActions();
}

void MainWindow::addViewActions() {
  actions_.add("view.back", "Back", "back", {QKeySequence("Alt+Left")},
               [this] { selection_.back(); });
  actions_.add("view.forward", "Forward", "forward", {QKeySequence("Alt+Right")},
               [this] { selection_.forward(); });
  QAction* dark = actions_.add("view.dark", "Dark", "dark", {QKeySequence("Ctrl+Shift+D")}, {});
  dark->setCheckable(true);
  dark->setChecked(Theme::current().dark());
  connect(dark, &QAction::toggled, this, [this](bool on) {
    settings_.setDark(on);
    Theme::current().setDark(on);
  });
  for (const View& row : viewTable())
    actions_.add(QString("view.") + row.id, row.title, row.icon,
                 QKeySequence::listFromString(row.shortcut), [this, id = QString(row.id)] {
                   leaveStart();
                   docks_.raise(id);
                 });
  for (const LayoutRow& row : layoutTable())
    actions_.add(QString("window.") + row.id, QString("Layout: ") + row.title, "layout",
                 {QKeySequence(row.shortcut)}, [this, &row] {
                   leaveStart();
                   if (!atStart()) docks_.keepLayout();
                   docks_.setLayout(row.id);
                   if (atStart()) return docks_.hideAll();
                   for (const View& view : viewTable())
                     if (view.focused.testFlag(row.layout)) docks_.raise(view.id);
                 });
  const auto history = [this] {
    actions_["view.back"]->setEnabled(selection_.canGoBack());
    actions_["view.forward"]->setEnabled(selection_.canGoForward());
  };
  connect(&selection_, &Selection::historyChanged, this, history);
  connect(&selection_, &Selection::revealed, this, [this](Facet facet) {
    for (const View& row : viewTable())
      if (row.shows.testFlag(facet)) return docks_.raise(row.id);
  });
  connect(&docks_, &Docks::fronted, &selection_, &Selection::noteFront);
  connect(&selection_, &Selection::frontRestored, &docks_, &Docks::uncover);
  history();
}

void MainWindow::followSession() {
  connect(&workspace_.documents, &Documents::documentChanged, this, &MainWindow::documentChanged);
  connect(&workspace_.checkpoints, &Checkpoints::matchNeeded, this,
          [this](const CheckpointMatch& match) {
            MatchDialog* dialog = showMatch(workspace_, match, this);
            connect(dialog, &MatchDialog::restored, this,
                    [this](const QString& path, const BindingChoices& choices) {
                      shell_.matched(path, MatchDialog::words(choices));
                    });
            // The dialog would cover the question. Its choices are there again when the user stays.
            connect(&edits_->guard(), &WorkGuard::asked, dialog, [this, dialog] {
              if (!dialog->waits()) return;
              dialog->hide();
              activateWindow();
            });
            connect(&edits_->unsaved(), &UnsavedStrip::dismissed, dialog, [dialog] {
              if (dialog->waits()) dialog->resume();
            });
          });
  if (workspace_.editor != nullptr) {
    connect(workspace_.editor, &Editor::changed, this, &MainWindow::documentChanged);
    // The Build panel has taken the line and the focus, perhaps unseen.
    const auto showBuild = [this] {
      const QPointer<QWidget> field = docks_.view(Task::edit)->focusWidget();
      docks_.raise(Task::edit);
      if (field) field->setFocus(Qt::OtherFocusReason);
    };
    connect(workspace_.editor, &Editor::lineWanted, this, showBuild);
    connect(workspace_.editor, &Editor::functionWanted, this, showBuild);
  }
  if (workspace_.scripts != nullptr) {
    // A script that is read again, since another program changed it, raises no view.
    connect(workspace_.scripts, &Scripts::fileOpened, this, [this, shown = QString()]() mutable {
      const QString path = workspace_.scripts->file().path;
      if (std::exchange(shown, path) != path || path.isEmpty()) scriptOpened();
    });
    scriptRun_ = std::make_unique<ScriptRun>(*this);
    workspace_.scripts->setGate([this](const QString& program, std::function<void()> open) {
      edits_->leave("show the graph of " + QFileInfo(program).fileName(), "show it",
                    std::move(open));
    });
  }
  connect(&edits_->guard(), &WorkGuard::asked, this, [this] {
    if (atStart()) showPage(1);
  });
  connect(edits_.get(), &EditCommands::saved, strip_, [this] { strip_->forget(path_); });
  const auto gate = [this](const QString& words, const QString& verb, std::function<void()> run) {
    edits_->guard().ask(WorkGuard::Ends::state, words, verb, std::move(run));
  };
  workspace_.run.setGate(gate);
  debug_.follow([this] { return atStart(); });
  // A file that could not be opened may be gone.
  connect(
      &workspace_.messages, &Messages::message, start_,
      [this] {
        if (atStart()) start_->setRecentFiles(settings_.recentFiles());
      },
      Qt::QueuedConnection);
  work_ = std::make_unique<RunningWork>(workspace_, actions_);
  connect(&jobs_, &Jobs::failed, this, [this](const QString&, const Diagnostic& diagnostic) {
    emit workspace_.messages.message(diagnostic);
  });
}

void MainWindow::showView(const QString& id, const QString& layout) {
  if (const View* view = findView(id)) showView(*view, layout);
}

void MainWindow::showView(const View& view, const QString& layout) {
  docks_.setLayout(layout.isEmpty() ? layoutRow(view.roomy).id : layout);
  docks_.raise(view.id);
}

void MainWindow::showView(Task task) {
  showView(*findView(task));
}

// Esc never stops work: users press it often to clear a selection, also during a run. It dismisses
// one thing at a time: a question bar, a search, the text of a field, the time range, the
// selection.
void MainWindow::escape() {
  if (edits_->unsaved().isVisible()) {
    edits_->unsaved().dismiss();
    return refocus();
  }
  if (QWidget* centre = docks_.centre())
    for (FindBar* bar : centre->findChildren<FindBar*>())
      if (bar->isVisible()) return bar->leave();
  if (auto* field = qobject_cast<QLineEdit*>(focusWidget()); field && !field->text().isEmpty())
    return field->clear();
  if (selection_.state().range)
    selection_.selectRange(std::nullopt);
  else
    selection_.clear();
}

// The Profile layout shows a run on its timeline.
void MainWindow::showCurves() {
  if (leaveStart()) return;
  if (!atStart() && docks_.layout() != layoutRow(Layout::profile).id)
    docks_.uncover(findView(Task::run)->id);
}

void MainWindow::refocus() {
  QWidget* centre = docks_.centre();
  if (centre != nullptr && isActiveWindow() && QApplication::focusWidget() == nullptr)
    centre->setFocus(Qt::OtherFocusReason);
}

QList<QAction*> MainWindow::commands() const {
  return actions_.all() + docks_.viewCommands();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  const bool narrow = width() <= narrowWindow;
  const bool was = event->oldSize().isValid() && event->oldSize().width() <= narrowWindow;
  if (narrow != was) docks_.fold(narrow);
  if (!atStart()) docks_.windowResized();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  constexpr auto ends = WorkGuard::Ends::program;
  if (!leaving_ && edits_->guard().atStake(ends).any()) {
    event->ignore();
    return edits_->guard().ask(ends, "quit", "quit", [this] {
      leaving_ = true;
      close();
    });
  }
  if (!atStart()) docks_.keepLayout();
  memory_.note();
  settings_.setGeometry(saveGeometry());
  settings_.setPace(workspace_.run.status().pace);
  QMainWindow::closeEvent(event);
}

}  // namespace ng::views
