// SPDX-License-Identifier: Apache-2.0
// Command line of ngraph-workbench.
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "views/core/selection.h"

namespace ng::views {

struct Options {
  QString file;  // empty: the start page
  QString computation, transformer;
  QString ranks;                  // "N=2"; empty: one process
  QString predict;                // "N": predict the time on ranks along this axis
  QString view;                   // a view of view_table to raise
  QString layout;                 // a layout of layoutTable; empty: the one with room for the view
  QString screenshot;             // file to write; no window is shown
  QString overlay;                // file of numbers per op
  QString compare;                // file to compare with
  QString exported;               // file for the graph alone; no window is shown
  QStringList disabled;           // disabled passes and rules
  QString pass, against, select;  // names of passes, name of an op
  QMap<QString, QJsonObject> views;  // options of the views, by view
  bool fresh = false;                // start with an empty document
  QStringList edits;                 // lines for `ngraph edit --do`, applied after opening
  std::optional<bool> dark;
  double scale = 1;
  QSize size{1600, 1000};
  bool json = false;               // print the contents; no window is shown
  bool attach = false;             // wait for a program that shows itself
  bool run = false;                // finish the plan before the screenshot
  std::optional<TimeRange> range;  // of the timeline
  std::optional<int> iteration;

  // Exports the document's graph and nothing that needs a compilation.
  bool onlyGraph() const;
  // Runs without a user.
  bool alone() const { return json || !screenshot.isEmpty() || !exported.isEmpty(); }
};

// Either options, or text to print and an exit status: 0 for --help and --version, 2 for usage
// errors.
struct ParsedOptions {
  std::optional<Options> options;
  QString text;
  int status = 0;
};

// `arguments` excludes the program's name.
ParsedOptions parseOptions(const QStringList& arguments);

// Size of a new window such that it fits, with its frame, on a screen with this room.
QSize fittingSize(const QSize& wanted, const QSize& room);

}  // namespace ng::views
