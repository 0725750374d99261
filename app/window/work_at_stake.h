// SPDX-License-Identifier: Apache-2.0
// The unsaved work that a command would end: edits, trained state, a running training or script.
#pragma once

#include <QString>
#include <cstdint>

namespace ng::views {

struct WorkAtStake {
  bool edits = false;
  std::int64_t iterations = 0;  // trained iterations whose state is in no checkpoint
  std::int64_t total = 0;       // iterations of the plan of a running training; 0: not running
  QString script;               // the name of a running script
  QString scriptEdits;          // the name of a script with unsaved edits

  int kinds() const { return (edits ? 1 : 0) + (iterations > 0 ? 1 : 0) + !scriptEdits.isEmpty(); }
  bool saves() const { return kinds() > 0; }
  bool any() const { return saves() || !script.isEmpty(); }
  bool operator==(const WorkAtStake&) const = default;
};

// "05.ngraph has unsaved edits. Save them before you quit?"
QString questionOf(const WorkAtStake& work, const QString& document, const QString& command);
// "Save state and quit"
QString saveLabel(const WorkAtStake& work, const QString& verb);

}  // namespace ng::views
