// SPDX-License-Identifier: Apache-2.0
// Another compilation may have other passes: what was selected of them stays selected by its name,
// and nothing points beyond the last.
#pragma once

#include <QObject>
#include <string>

#include "views/core/selection.h"

namespace ng::views {

class Session;

class SelectedPass : public QObject {
  Q_OBJECT

 public:
  // Made before the views of `session`, so that it hears of a compilation before they do.
  SelectedPass(Session& session, Selection& selection);

 private:
  void compiled();
  int placeOf(int pass) const;  // of the former compilation's pass, in this one

  Session& session_;
  Selection& selection_;
  std::vector<std::string> names_;  // of the former compilation
};

}  // namespace ng::views
