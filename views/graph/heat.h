// SPDX-License-Identifier: Apache-2.0
// The number that colours each card: what the cards cost, how long their kernels take, how large
// their values are, how far two transformers are apart.
#pragma once

#include <functional>

#include "engine/session/debug_record.h"
#include "engine/session/timeline.h"
#include "views/core/selection.h"
#include "views/graph/crumb_strip.h"
#include "views/graph/scene.h"

namespace ng::views {

struct HeatInput {
  const GraphScene* scene = nullptr;
  const GraphRecord* graph = nullptr;
  const Grouping* grouping = nullptr;
  const CompilationRecord* compilation = nullptr;  // may be null
  const Timeline* timeline = nullptr;              // may be null
  std::optional<TimeRange> range;                  // for ColourBy::range
  std::function<double(OpKey)> largest;            // of a value's elements; 0: not known
  const ComparisonRecord* comparison = nullptr;    // for ColourBy::error
  const WhatIfRecord* what_if = nullptr;           // for ColourBy::change
};

struct Heat {
  std::vector<float> cards;  // of each card 0..1, by the logarithm; below 0: no number above zero
  QString least, most;       // of the cards that have one, with units; empty: none has
};

// Empty for ColourBy::family.
Heat heatOf(const HeatInput& input, ColourBy by);

// How long each kernel ran between two moments, in microseconds.
std::unordered_map<std::string, double> kernelTimes(const Timeline& timeline,
                                                    const CompilationRecord& compilation,
                                                    const TimeRange& range);

}  // namespace ng::views
