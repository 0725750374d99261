// SPDX-License-Identifier: Apache-2.0
// What the palette can go to: ops, passes, kernels, buffers and tensors of a compilation, events of
// the timeline, and commands.
#pragma once

#include <QAction>
#include <QPointer>
#include <QString>
#include <functional>
#include <vector>

#include "views/core/workspace.h"

namespace ng::views {

struct PaletteEntry {
  enum class Kind { op, pass, kernel, buffer, tensor, event, command };
  Kind kind = Kind::op;
  QString title;   // what is matched: "sigmoid", "Step One Iteration"
  QString detail;  // "σ · N 128 · forward"; a command's key
  OpKey op = 0;    // of an op or tensor
  int pass = -1;
  QPointer<QAction> action;
  TimeRange range = {};  // of an event
  bool off = false;      // a command that cannot be used now; `detail` says why
};

// In the order of kinds. Tensors are the variables and what the session watches.
std::vector<PaletteEntry> placeEntries(const Session& session);
// Of the run's timeline: the slowest iteration, each name by its longest event, each iteration.
void addEvents(std::vector<PaletteEntry>& all, const Timeline& timeline);
// Each text once, those that can be used now first. `why` tells of another why it cannot be.
std::vector<PaletteEntry> commandEntries(const QList<QAction*>& actions,
                                         const std::function<QString(const QAction&)>& why = {});

// Selects and reveals, or triggers.
void activate(const PaletteEntry& entry, Selection& selection);

QString kindText(PaletteEntry::Kind kind);  // "op"
QString kindIcon(PaletteEntry::Kind kind);

}  // namespace ng::views
