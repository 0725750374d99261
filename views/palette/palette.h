// SPDX-License-Identifier: Apache-2.0
// The palette: a field and a list over the window. Ctrl+P goes to anything in the document,
// Ctrl+Shift+P (or a leading ">") runs any command.
#pragma once

#include <QFrame>

#include "views/palette/fuzzy.h"
#include "views/palette/palette_entries.h"

class QLineEdit;
class QLabel;
class QListView;

namespace ng::views {

class PaletteModel;

class Palette : public QFrame {
  Q_OBJECT

 public:
  // Lies over `window` and is hidden at first. `commands` is asked each time it opens, `why` of
  // those that cannot be used now.
  Palette(Workspace& workspace, std::function<QList<QAction*>()> commands, QWidget* window,
          std::function<QString(const QAction&)> why = {});
  ~Palette() override;

  void openPlaces();
  void openCommands();
  QLineEdit* field() const { return field_; }
  QStringList titles() const;  // shown, best first

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
  std::vector<PaletteEntry> places_, commandList_;
  PaletteModel* model_;
  QLineEdit* field_;
  QListView* list_;
  QLabel* nothing_;
};

}  // namespace ng::views
