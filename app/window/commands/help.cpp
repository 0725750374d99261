// SPDX-License-Identifier: Apache-2.0
// Dialogs of the Help menu: keys, shell commands, About. All are non-modal.
#include "app/window/commands/help.h"

#include <QCoreApplication>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <span>

#include "app/window/main_window.h"
#include "app/window/palette/palette_entries.h"
#include "views/widgets/column_model.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

// Shows the title inside the dialog: not every desktop draws window titles.
QVBoxLayout* titledColumn(QDialog& dialog) {
  auto* column = new QVBoxLayout(&dialog);
  auto* title = new QLabel(dialog.windowTitle());
  title->setFont(Theme::current().titleFont());
  column->addWidget(title);
  return column;
}

// A mouse gesture that no menu mentions.
struct Gesture {
  const char *gesture, *where, *what;
};

std::span<const Gesture> gestures() {
  static constexpr Gesture all[] = {
      {"Arrows", "Graph", "Walk along edges and rows"},
      {"Enter", "Graph", "Open a group; show the value of an op, or edit it"},
      {"Wheel", "Graph", "Zoom at the pointer"},
      {"Drag", "Graph", "Pan"},
      {"Shift+Click", "Graph", "Select several cards while editing"},
      {"Shift+Drag", "Graph", "Select cards by a box while editing"},
      {"=, Tab", "Graph", "Open an expression line while editing"},
      {"F2", "Graph", "Rename the op while editing"},
      {"Ctrl+D", "Graph", "Duplicate the ops while editing"},
      {"Drag", "Timeline", "Select a time range; tables follow it"},
      {"Wheel", "Timeline", "Zoom at the pointer"},
      {"Shift+Wheel", "Timeline", "Move earlier or later"},
      {"Ctrl+Wheel", "Timeline", "Scroll the lanes"},
      {"Middle drag", "Timeline", "Move the lanes"},
      {"Double click", "Timeline", "Show the event's kernel, pass or op"},
      {"Arrows", "Timeline", "Go to the next event in this direction"},
      {"Enter", "Timeline", "Show the event's kernel, pass or op"},
  };
  return all;
}

}  // namespace

void showKeys(MainWindow& window) {
  auto* dialog = new QDialog(&window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Keys");
  dialog->resize(560, 560);
  auto entries = std::make_shared<std::vector<PaletteEntry>>();
  auto where = std::make_shared<QStringList>();
  for (QAction* action : window.commands()) {
    for (const QKeySequence& key : action->shortcuts()) {
      entries->push_back({PaletteEntry::Kind::command, action->text(),
                          key.toString(QKeySequence::NativeText), 0, -1, action});
      *where << WindowKeys::where(window, action);
    }
  }
  for (const Gesture& gesture : gestures()) {
    entries->push_back(
        {PaletteEntry::Kind::command, gesture.what, gesture.gesture, 0, -1, nullptr});
    *where << gesture.where;
  }
  const auto at = [entries](int row) -> const PaletteEntry& {
    return (*entries)[static_cast<std::size_t>(row)];
  };
  auto* model =
      new ColumnModel({{"key", false, [at](int row) { return at(row).detail; }, {}, {}},
                       {"where", false, [where](int row) { return where->at(row); }, {}, {}},
                       {"command", false, [at](int row) { return at(row).title; }, {}, {}}},
                      dialog);
  model->setRows(static_cast<int>(entries->size()));
  auto* table = new TableView(model);
  table->horizontalHeader()->setStretchLastSection(true);
  table->setColumnWidth(0, 130);
  table->setColumnWidth(1, 110);
  auto* column = titledColumn(*dialog);
  QLineEdit* filter = table->makeFilterField(dialog);
  column->addWidget(filter);
  column->addWidget(table, 1);
  dialog->show();
  filter->setFocus();
}

void showShellLines(MainWindow& window) {
  auto* dialog = new QDialog(&window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Shell commands");
  dialog->resize(720, 420);
  const QStringList lines = window.shell().lines();
  auto* model = new ColumnModel(
      {{"shell command", false, [lines](int row) { return lines[row]; }, {}, {}}}, dialog);
  model->setRows(static_cast<int>(lines.size()));
  auto* table = new TableView(model);
  table->setFont(Theme::current().monoFont());
  table->horizontalHeader()->setStretchLastSection(true);
  auto* column = titledColumn(*dialog);
  column->addWidget(table->makeFilterField(dialog));
  column->addWidget(table, 1);
  dialog->show();
}

void showAbout(MainWindow& window) {
  auto* dialog = new QDialog(&window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("About ngraph workbench");
  auto* column = new QVBoxLayout(dialog);
  column->setContentsMargins(28, 24, 28, 24);
  column->setSpacing(8);
  auto* icon = new QLabel;
  icon->setPixmap(QIcon(":/icons/app.svg").pixmap(QSize(64, 64), window.devicePixelRatioF()));
  auto* name = new QLabel("ngraph workbench " + QCoreApplication::applicationVersion());
  name->setFont(Theme::current().titleFont());
  column->addWidget(icon);
  column->addWidget(name);
  column->addWidget(new QLabel("Nervana Graph as an embedded engine with a desktop workbench."));
  column->addWidget(
      new QLabel(QString("Apache-2.0. Qt %1, linked dynamically (LGPL).").arg(qVersion())));
  dialog->show();
}

}  // namespace ng::views
