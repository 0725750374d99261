// SPDX-License-Identifier: Apache-2.0
// Follows the ops of a document that is edited or read again.
#pragma once

#include "views/core/workspace.h"

namespace ng::views {

// Ids are those of an op in a document while it is edited. A file that was written again may have
// given them to other ops: then the op of the same full name is meant.
class ReloadedOps {
 public:
  explicit ReloadedOps(Workspace& workspace) : workspace_(workspace) {}
  // Moves the selection, breakpoints and watches, and drops those of removed ops. A selection made
  // before its document arrived is kept.
  void followDocument();

 private:
  void follow(const GraphRecord& before, const GraphRecord& now);
  void moveFaults(const GraphRecord& before, const GraphRecord& now);

  Workspace& workspace_;
  DocumentRecordPtr document_;  // the document last received
};

}  // namespace ng::views
