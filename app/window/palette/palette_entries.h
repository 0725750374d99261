// SPDX-License-Identifier: Apache-2.0
// Entries of the palette: ops, passes, kernels, buffers and tensors of a compilation, timeline
// events, files and settings of the window, and commands.
#pragma once

#include <QAction>
#include <QPointer>
#include <QString>
#include <functional>
#include <vector>

#include "views/core/workspace.h"

namespace ng::views {

struct PaletteEntry {
  enum class Kind { op, pass, kernel, buffer, tensor, event, file, setting, command };
  Kind kind = Kind::op;
  QString title;   // matched text, e.g. "sigmoid" or "Step One Iteration"
  QString detail;  // e.g. "σ · N 128 · forward"; the shortcut of a command
  OpId op = 0;     // for ops and tensors
  int pass = asWritten;
  QPointer<QAction> action;
  TimeRange range = {};            // of an event, in seconds
  bool off = false;                // a disabled command; `detail` has the reason
  std::function<void()> run = {};  // opens the file, changes the setting
  QString scope = {};              // of an op or tensor; matched by patterns with a slash
};

// Entries in the order of Kind. Tensors are the variables and the values watched by the session.
std::vector<PaletteEntry> placeEntries(const Session& session);
// Adds the slowest iteration, the longest event of each name, and all iterations.
void addEvents(std::vector<PaletteEntry>& all, const Timeline& timeline);
// Each command text once, enabled commands first. `why` returns the reason why an action is
// disabled.
std::vector<PaletteEntry> commandEntries(const QList<QAction*>& actions,
                                         const std::function<QString(const QAction&)>& why = {});

// Selects and reveals the object, or triggers the command.
void activate(const PaletteEntry& entry, Selection& selection);

QString kindText(PaletteEntry::Kind kind);  // e.g. "op"
QString kindIcon(PaletteEntry::Kind kind);

}  // namespace ng::views
