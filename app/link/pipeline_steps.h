// SPDX-License-Identifier: Apache-2.0
// The chosen pipeline and its undo history.
#pragma once

#include <QString>
#include <vector>

#include "engine/records/pipeline_record.h"

namespace ng::views {

struct PipelineSteps {
  PipelineChoice now;

  void set(const PipelineChoice& choice);
  void undo();  // no effect without a step
  void redo();
  void forget() { past_.clear(), future_.clear(); }
  QString undoName() const;  // "Disable fuse"; empty: nothing to undo
  QString redoName() const;

 private:
  std::vector<PipelineChoice> past_, future_;
};

}  // namespace ng::views
