// SPDX-License-Identifier: Apache-2.0
// The palette: a search field and list over the window. Ctrl+P goes to any object of the document,
// file or setting, Ctrl+Shift+P (or a leading ">") runs a command.
#pragma once

#include <QFrame>

#include "app/window/palette/fuzzy.h"
#include "app/window/palette/palette_entries.h"

class QLineEdit;
class QLabel;
class QListView;

namespace ng::views {

class PaletteModel;

class Palette : public QFrame {
  Q_OBJECT

 public:
  // Creates a hidden overlay on `window`. `commands` is called each time the palette opens; `why`
  // returns the reason why an action is disabled; `more` the files and settings of the window.
  Palette(Workspace& workspace, std::function<QList<QAction*>()> commands, QWidget* window,
          std::function<QString(const QAction&)> why = {},
          std::function<std::vector<PaletteEntry>()> more = {});
  ~Palette() override;

  void openPlaces();
  void openCommands();
  QLineEdit* field() const { return field_; }
  QStringList titles() const;  // of the shown entries, best first

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void open(const QString& text);
  void search(const QString& text);
  void accept();
  void place();

  Workspace& workspace_;
  std::function<QList<QAction*>()> commands_;
  std::function<QString(const QAction&)> why_;
  std::function<std::vector<PaletteEntry>()> more_;
  std::vector<PaletteEntry> places_, commandList_;
  PaletteModel* model_;
  QLineEdit* field_;
  QListView* list_;
  QLabel* nothing_;
};

}  // namespace ng::views
