// SPDX-License-Identifier: Apache-2.0
// What the window gives to a capture, besides what the engine's thread has.
#pragma once

#include <QString>
#include <set>
#include <vector>

#include "engine/analysis/health_log.h"
#include "engine/base/op_id.h"
#include "engine/records/records.h"
#include "engine/trace/timeline.h"

namespace ng::views {

struct CaptureRequest {
  QString path, version;   // of the file, of the workbench
  std::set<OpId> tensors;  // ops of the document whose values are saved
  TimelinePtr timeline;    // null: none
  std::vector<SeriesRecord> curves;
  HealthLogPtr health;  // null: the run was not watched
};

}  // namespace ng::views
