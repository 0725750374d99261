// SPDX-License-Identifier: Apache-2.0
// How a graph can be divided among ranks, to choose from.
#pragma once

#include <QList>
#include <QStringList>

#include "engine/distributed/division.h"
#include "views/core/session/compilations.h"

namespace ng::views {

// Texts as of Compilations::ranks(): one process, the batch among 2, 4 and 8 ranks, the largest
// axes of variables among 2, as far as these numbers divide the axis's length; and the current
// axes. Other than these, they are as the current one. Empty if the program cannot be divided.
QStringList rankChoices(const Compilations& compilations);
// "one process", "N=2".
QString rankTitle(const QString& ranks);

// One thing to choose about a division. Of all alternatives, the current one is `chosen`.
struct DivisionMenu {
  struct Choice {
    QString title, ranks;  // as of Compilations::ranks()
    bool chosen = false;
  };
  QString title;  // "Ranks", "Stages"
  QList<Choice> choices;
};

// Ranks, stages, micro-batches, the stage that is shown, and the state that is divided. Without
// those that have a single choice.
QList<DivisionMenu> divisionMenus(const Compilations& compilations);

// Of one that cannot be read, which the engine refuses: one process.
Division divisionOf(const QString& ranks);
// "ranks N=2 · 4 stages · 8 micro-batches · stage 1 shown".
QString divisionWords(const QString& ranks);

}  // namespace ng::views
