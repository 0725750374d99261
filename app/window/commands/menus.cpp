// SPDX-License-Identifier: Apache-2.0
// Menus from the commands of the window and the views, and from the session's choices.
#include "app/window/commands/menus.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QMenu>
#include <QMenuBar>

#include "app/window/choices/rank_choices.h"
#include "app/window/commands/focus_commands.h"
#include "app/window/commands/menu_reasons.h"
#include "app/window/main_window.h"
#include "views/core/theme/literal_text.h"
#include "views/view_table.h"

namespace ng::views {

namespace {

void add(QMenu* menu, Actions& actions, std::initializer_list<const char*> ids) {
  for (const char* id : ids) {
    if (*id == '\0')
      menu->addSeparator();
    else
      menu->addAction(actions[id]);
  }
}

// A submenu that is filled when its parent opens and hidden while it is empty.
void addLive(QMenu* parent, const QString& title, std::function<void(QMenu*)> fill) {
  QMenu* menu = parent->addMenu(title);
  QObject::connect(parent, &QMenu::aboutToShow, menu, [menu, fill = std::move(fill)] {
    menu->clear();
    fill(menu);
    menu->menuAction()->setVisible(!menu->isEmpty());
  });
}

void addChoice(QMenu* menu, const QString& text, bool chosen, bool enabled,
               std::function<void()> call) {
  QAction* action = menu->addAction(text, std::move(call));
  action->setCheckable(true);
  action->setChecked(chosen);
  action->setEnabled(enabled);
}

// Entries show the file name, and the folder too if names are ambiguous.
void listRecentFiles(MainWindow& window, QMenu* menu) {
  const QStringList paths = Settings().recentFiles();
  if (paths.isEmpty()) return;
  QHash<QString, int> namesakes;
  for (const QString& path : paths) ++namesakes[QFileInfo(path).fileName()];
  menu->setToolTipsVisible(true);
  for (const QString& path : paths) {
    const QFileInfo file(path);
    const QString folder =
        namesakes[file.fileName()] > 1 ? "  " + QDir(file.path()).dirName() + "/" : QString();
    menu->addAction(literalText(file.fileName() + folder), [&window, path] { window.open(path); })
        ->setToolTip(path);
  }
  menu->addSeparator();
  menu->addAction("Clear this list", &window, &MainWindow::clearRecentFiles);
}

void fileMenu(MainWindow& window) {
  QMenu* menu = window.menuBar()->addMenu("&File");
  add(menu, window.actions(), {"file.home", "file.new", "file.open"});
  addLive(menu, "Open recent", [&window](QMenu* recent) { listRecentFiles(window, recent); });
  add(menu, window.actions(),
      {"file.save", "file.save_as", "file.discard", "file.restore_discarded", "file.restore_state",
       "", "file.reload", "file.close", "", "file.compare", "file.overlay", "file.no_overlay", "",
       "file.capture", "file.export_view", "file.export", "file.export_program", "", "file.quit"});
}

void compileMenu(MainWindow& window) {
  Compilations& compilations = window.workspace().compilations;
  QMenu* menu = window.menuBar()->addMenu("&Compile");
  addLive(menu, "Computation", [&compilations](QMenu* choices) {
    for (const QString& name : compilations.computations())
      addChoice(choices, name, name == compilations.computation(), true,
                [&compilations, name] { compilations.setComputation(name); });
  });
  addLive(menu, "Transformer", [&compilations](QMenu* choices) {
    choices->setToolTipsVisible(true);
    for (const TransformerChoice& choice : compilations.transformers()) {
      addChoice(choices, choice.name, choice.name == compilations.transformer(), choice.available,
                [&compilations, name = choice.name] { compilations.setTransformer(name); });
      choices->actions().back()->setToolTip(choice.reason);
    }
  });
  for (const char* title : {"Ranks", "Stages", "Micro-batches", "Shown stage", "State of ranks"})
    addLive(menu, title, [&compilations, title](QMenu* menuOf) {
      for (const DivisionMenu& each : divisionMenus(compilations)) {
        if (each.title != title) continue;
        for (const DivisionMenu::Choice& choice : each.choices)
          addChoice(menuOf, choice.title, choice.chosen, true,
                    [&compilations, ranks = choice.ranks] { compilations.setRanks(ranks); });
      }
    });
  add(menu, window.actions(), {"", "compile.again", "compile.cancel"});
  for (const View& row : viewTable()) {
    if (QString("Compile") != row.menu) continue;
    menu->addSeparator();
    menu->addMenu(QString(row.title) + " view")->addActions(window.docks().view(row.id)->actions());
  }
}

void runMenu(MainWindow& window) {
  Run& run = window.workspace().run;
  QMenu* menu = window.menuBar()->addMenu("&Run");
  add(menu, window.actions(),
      {"run.run", "run.pause", "run.stop", "run.restart", "", "run.step_op", "run.step_kernel",
       "run.step_iteration", "run.step_epoch", "run.step_back", "", "run.to_cursor",
       "run.to_non_finite", "run.to_non_finite_op", "run.breakpoint", "", "run.train_on",
       "run.reset"});
  addLive(menu, "Pace", [&run](QMenu* paces) {
    for (const double pace : {1.0, 5.0, 20.0, 100.0, 0.0})
      addChoice(paces, pace > 0 ? QString("%1 iterations per second").arg(pace) : "Full speed",
                run.status().pace == pace, true, [&run, pace] { run.setPace(pace); });
  });
}

// The nine bookmarks have a submenu of their own.
void graphMenu(MainWindow& window, const QWidget& graph) {
  QMenu* menu = window.menuBar()->addMenu("&Graph");
  QMenu* bookmarks = nullptr;
  for (QAction* action : graph.actions()) {
    if (!action->text().startsWith("Go to bookmark")) {
      menu->addAction(action);
      continue;
    }
    if (bookmarks == nullptr) bookmarks = menu->addMenu("Bookmarks");
    bookmarks->addAction(action);
  }
}

void viewMenu(MainWindow& window) {
  QMenu* menu = window.menuBar()->addMenu("&View");
  add(menu, window.actions(), {"view.back", "view.forward", ""});
  const auto of = [&window](const View& row) {
    return window.actions()[QString("view.") + row.id];
  };
  for (const View& row : viewTable()) {
    of(row)->setCheckable(true);
    of(row)->setIconVisibleInMenu(false);  // an icon would replace the check mark
    menu->addAction(of(row));
  }
  QObject::connect(menu, &QMenu::aboutToShow, &window, [&window, of] {
    for (const View& row : viewTable()) {
      const QWidget* view = window.docks().view(row.id);
      of(row)->setChecked(view != nullptr && !view->visibleRegion().isEmpty());
    }
  });
  add(menu, window.actions(), {"", "view.dark"});
}

void windowMenu(MainWindow& window) {
  QMenu* menu = window.menuBar()->addMenu("&Window");
  for (const LayoutRow& row : layoutTable())
    menu->addAction(window.actions()[QString("window.") + row.id]);
  add(menu, window.actions(), {"window.maximize", "window.reset", "", "window.full_screen"});
}

}  // namespace

void buildMenus(MainWindow& window) {
  window.menuBar()->setFixedHeight(metrics::row);
  fileMenu(window);
  QMenu* edit = window.menuBar()->addMenu("&Edit");
  add(edit, window.actions(), {"edit.undo", "edit.redo", ""});
  QWidget* centre = window.docks().centre();
  new FocusCommands(edit, centre ? FocusCommands::commandOf(centre, QKeySequence::Find) : nullptr);
  add(edit, window.actions(),
      {"", "edit.go", "edit.commands", "", "edit.shell_line", "edit.clear"});
  viewMenu(window);
  const QWidget* graph = window.docks().centre();
  if (graph != nullptr && !graph->actions().isEmpty()) graphMenu(window, *graph);
  compileMenu(window);
  runMenu(window);
  windowMenu(window);
  QMenu* help = window.menuBar()->addMenu("&Help");
  add(help, window.actions(),
      {"help.tour", "help.guide", "help.view", "help.legend", "help.query", "help.glossary", "",
       "help.keys", "help.shell", "", "help.about"});
  tellReasons(window);
}

}  // namespace ng::views
