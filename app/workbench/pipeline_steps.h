// SPDX-License-Identifier: Apache-2.0
// The pipeline that the user chose, with the steps that led there, to be undone.
#pragma once

#include <QString>
#include <vector>

#include "engine/session/pipeline_record.h"

namespace ng::views {

struct PipelineSteps {
  PipelineChoice now;

  void set(const PipelineChoice& choice);
  void undo();  // without a step: nothing
  void redo();
  void forget() { past_.clear(), future_.clear(); }
  QString undoName() const;  // "Switch off fuse"; empty: nothing to undo
  QString redoName() const;

 private:
  std::vector<PipelineChoice> past_, future_;
};

}  // namespace ng::views
