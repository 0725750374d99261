// SPDX-License-Identifier: Apache-2.0
// Clears the selection if its op was removed from the document.
#pragma once

#include "views/core/workspace.h"

namespace ng::views {

class RemovedOps {
 public:
  explicit RemovedOps(Workspace& workspace) : workspace_(workspace) {}
  // A selection made before its document arrived is kept.
  void followDocument();

 private:
  Workspace& workspace_;
  DocumentRecordPtr document_;  // the document last received
};

}  // namespace ng::views
