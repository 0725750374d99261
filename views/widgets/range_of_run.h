// SPDX-License-Identifier: Apache-2.0
// A range of time as what ran in it: iterations, steps of the program, kernels; and back. Pure.
//
// Iterations and steps are continuous: 2.5 is in the middle of what begins at 2. Iteration i (from
// 1) fills i - 1 to i, so that its point on a curve is its end. All ask a timeline that was recorded
// while the run went on; nothing is said of one that was not.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/session/timeline.h"
#include "views/core/selection.h"

namespace ng::views {

using Span = std::pair<double, double>;

std::optional<Span> iterationsIn(const Timeline& timeline, const TimeRange& range);
std::optional<TimeRange> timeOfIterations(const Timeline& timeline, const Span& iterations);

// Of one call the steps from the first to the last in the range, as two spans where it begins in
// one call and ends in the next; all of them where whole calls lie in it.
std::vector<Span> stepsIn(const Timeline& timeline, const TimeRange& range);
// In the call that `near` begins in, or the last one.
std::optional<TimeRange> timeOfSteps(const Timeline& timeline, const Span& steps,
                                     const std::optional<TimeRange>& near);

// Names of the kernels that ran in the range.
std::set<std::string> kernelsIn(const Timeline& timeline, const CompilationRecord& compilation,
                                const TimeRange& range);

}  // namespace ng::views
