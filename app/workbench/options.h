// SPDX-License-Identifier: Apache-2.0
// The command line of ngraph-workbench.
#pragma once

#include <QJsonObject>
#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "views/core/selection.h"

namespace ng::views {

struct Options {
  QString file;  // empty: the start page
  QString computation, transformer;
  QString view;                   // of view_table, raised at first
  QString layout;                 // of layoutTable; empty: the one that gives the view room
  QString screenshot;             // file to write; no window is shown then
  QString exported;               // file for the graph alone; no window is shown then
  QStringList disabled;           // passes and rules that are switched off
  QString pass, against, select;  // a pass's and an op's name
  QJsonObject graph;              // how it is arranged: "direction", "group", "open"
  bool fresh = false;             // begins with an empty document
  QStringList edits;              // lines as `ngraph edit --do` takes them, done when it is open
  QString typed;                  // stands in the Build panel's line, not entered
  QString link;                   // "FROM:TO": drawn between two cards, not let go
  QJsonObject tensors;            // how a value is cut, what is asked of it: "map", "explain"
  std::optional<bool> dark;
  double scale = 1;
  QSize size{1600, 1000};
  bool json = false;               // prints what is drawn; no window is shown then
  bool attach = false;             // waits for a program that shows itself
  bool run = false;                // finish the plan before the shot
  std::optional<TimeRange> range;  // of the timeline
  std::optional<int> iteration;

  // Without a user.
  bool alone() const { return json || !screenshot.isEmpty() || !exported.isEmpty(); }
};

// Either options, or the text to print and the exit status: 0 for --help and --version, 2 for
// wrong usage.
struct ParsedOptions {
  std::optional<Options> options;
  QString text;
  int status = 0;
};

// `arguments` without the program's name.
ParsedOptions parseOptions(const QStringList& arguments);

// Of a new window on a screen with so much room: its frame stays on it.
QSize fittingSize(const QSize& wanted, const QSize& room);

}  // namespace ng::views
