// SPDX-License-Identifier: Apache-2.0
// Computes the number that colours each card: costs, kernel times, magnitudes of values, errors
// between two transformers.
#pragma once

#include <functional>
#include <optional>

#include "engine/records/debug_record.h"
#include "engine/trace/timeline.h"
#include "views/core/selection.h"
#include "views/graph/crumb_strip.h"
#include "views/graph/scene/scene.h"

namespace ng::views {

struct HeatInput {
  const GraphScene* scene = nullptr;
  const GraphRecord* graph = nullptr;
  const Grouping* grouping = nullptr;
  const CompilationRecord* compilation = nullptr;  // may be null
  const Timeline* timeline = nullptr;              // may be null
  std::optional<TimeRange> range;                  // for ColourBy::range
  std::function<double(OpId)> largest;  // the largest magnitude of an op's elements; 0: unknown
  const ComparisonRecord* comparison = nullptr;               // for ColourBy::error
  const WhatIfRecord* what_if = nullptr;                      // for ColourBy::change
  const std::unordered_map<OpId, double>* overlay = nullptr;  // for ColourBy::overlay
};

struct Heat {
  // By card: 0..1 on a logarithmic scale; nullopt: no positive number. Overlays may be negative:
  // their scale is linear, and nullopt means no number.
  std::vector<std::optional<float>> cards;
  QString least, most;  // of the cards that have a number, with units; empty: no card has one
};

// Empty for ColourBy::family and ColourBy::placement.
Heat heatOf(const HeatInput& input, ColourBy by);

// The time that each kernel ran within `range`, in microseconds.
std::unordered_map<std::string, double> kernelTimes(const Timeline& timeline,
                                                    const CompilationRecord& compilation,
                                                    const TimeRange& range);

}  // namespace ng::views
