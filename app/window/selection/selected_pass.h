// SPDX-License-Identifier: Apache-2.0
// Keeps the selected passes valid when a new compilation has other passes: matches them by name and
// clamps the index to the last pass.
#pragma once

#include <QObject>
#include <string>

#include "views/core/selection.h"

namespace ng::views {

class Compilations;

class SelectedPass : public QObject {
  Q_OBJECT

 public:
  // Create it before the views of `compilations`, so that its slot runs first.
  SelectedPass(Compilations& compilations, Selection& selection);

 private:
  void compiled();
  int placeOf(int pass) const;  // maps a pass of the former compilation to this one

  Compilations& compilations_;
  Selection& selection_;
  std::vector<std::string> names_;  // of the former compilation
};

}  // namespace ng::views
