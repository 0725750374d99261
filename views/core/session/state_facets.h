// SPDX-License-Identifier: Apache-2.0
// StateFacets: which parts of a WorkbenchState have changed.
#pragma once

#include <QFlags>

namespace ng::views {

enum class StateFacet {
  document = 1 << 0,
  compilation = 1 << 1,  // a new record
  kernelTexts = 1 << 2,  // only kernel texts and measured kernel times of the record
  progress = 1 << 3,
  pipelineTrials = 1 << 4,
  plan = 1 << 5,
  run = 1 << 6,
  series = 1 << 7,
  tensors = 1 << 8,
  watched = 1 << 9,
  timeline = 1 << 10,
  faults = 1 << 11,
  health = 1 << 12,
  queries = 1 << 13,
  whatIf = 1 << 14,
  elementOrigin = 1 << 15
};
Q_DECLARE_FLAGS(StateFacets, StateFacet)
Q_DECLARE_OPERATORS_FOR_FLAGS(StateFacets)

}  // namespace ng::views
