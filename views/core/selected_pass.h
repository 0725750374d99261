// SPDX-License-Identifier: Apache-2.0
// Keeps the selected passes valid when a new compilation has other passes: matches them by name and
// clamps the index to the last pass.
#pragma once

#include <QObject>
#include <string>

#include "views/core/selection.h"

namespace ng::views {

class Session;

class SelectedPass : public QObject {
  Q_OBJECT

 public:
  // Create it before the views of `session`, so that its slot runs first.
  SelectedPass(Session& session, Selection& selection);

 private:
  void compiled();
  int placeOf(int pass) const;  // maps a pass of the former compilation to this one

  Session& session_;
  Selection& selection_;
  std::vector<std::string> names_;  // of the former compilation
};

}  // namespace ng::views
