// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/window_places.h"

#include <QFileInfo>
#include <QSet>

#include "app/window/choices/rank_choices.h"
#include "app/window/main_window.h"

namespace ng::views {
namespace {

using Kind = PaletteEntry::Kind;

class Places {
 public:
  void addFile(MainWindow& window, const QString& path, const QString& detail) {
    if (seen_.contains(path)) return;
    seen_.insert(path);
    add(Kind::file, QFileInfo(path).fileName(), detail, [&window, path] { window.open(path); });
  }
  // `state`: why the setting cannot be chosen, or "current".
  void addSetting(const QString& title, const QString& state, bool off, std::function<void()> run) {
    add(Kind::setting, title, state, std::move(run));
    all.back().off = off;
  }
  std::vector<PaletteEntry> all;

 private:
  void add(Kind kind, const QString& title, const QString& detail, std::function<void()> run) {
    PaletteEntry entry;
    entry.kind = kind;
    entry.title = title;
    entry.detail = detail;
    entry.run = std::move(run);
    all.push_back(std::move(entry));
  }
  QSet<QString> seen_;
};

QString current(bool is) {
  return is ? QStringLiteral("setting, current") : QStringLiteral("setting");
}

void addSettings(Places& places, MainWindow& window) {
  Compilations& compilations = window.workspace().compilations;
  for (const QString& name : compilations.computations())
    places.addSetting("Computation: " + name, current(name == compilations.computation()), false,
                      [&compilations, name] { compilations.setComputation(name); });
  for (const TransformerChoice& choice : compilations.transformers())
    places.addSetting(
        "Transformer: " + choice.name,
        choice.available ? current(choice.name == compilations.transformer()) : choice.reason,
        !choice.available,
        [&compilations, name = choice.name] { compilations.setTransformer(name); });
  for (const DivisionMenu& menu : divisionMenus(compilations))
    for (const DivisionMenu::Choice& choice : menu.choices)
      places.addSetting(menu.title + ": " + choice.title, current(choice.chosen), false,
                        [&compilations, ranks = choice.ranks] { compilations.setRanks(ranks); });
  Run& run = window.workspace().run;
  for (const double pace : {1.0, 5.0, 20.0, 100.0, 0.0})
    places.addSetting(
        pace > 0 ? QString("Pace: %1 iterations per second").arg(pace) : "Pace: full speed",
        current(run.status().pace == pace), false, [&run, pace] { run.setPace(pace); });
  QAction* dark = window.actions()["view.dark"];
  for (const bool on : {false, true})
    places.addSetting(on ? "Theme: dark" : "Theme: light", current(dark->isChecked() == on), false,
                      [dark, on] { dark->setChecked(on); });
  for (const LayoutRow& row : layoutTable())
    places.addSetting(
        QString("Layout: ") + row.title, current(window.docks().layout() == row.id), false,
        [action = window.actions()[QString("window.") + row.id]] { action->trigger(); });
}

}  // namespace

std::vector<PaletteEntry> windowPlaces(MainWindow& window) {
  Places places;
  for (const QString& path : Settings().recentFiles())
    places.addFile(window, path, "recent file, " + QFileInfo(path).path());
  for (const QString& path : window.startPage().samplePaths())
    places.addFile(window, path, "sample");
  addSettings(places, window);
  return places.all;
}

}  // namespace ng::views
