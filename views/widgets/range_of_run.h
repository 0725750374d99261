// SPDX-License-Identifier: Apache-2.0
// Converts between a time range and what ran in it: iterations, program steps, kernels. Pure
// functions.
//
// Iterations and steps are continuous: 2.5 is the middle of what begins at 2. Iteration i (1-based)
// covers i - 1 to i, so its point on a curve is at its end. All functions need a timeline that was
// recorded during the run; without one they return nothing.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/trace/timeline.h"
#include "views/core/selection.h"

namespace ng::views {

using Span = std::pair<double, double>;

std::optional<Span> iterationsIn(const Timeline& timeline, const TimeRange& range);
std::optional<TimeRange> timeOfIterations(const Timeline& timeline, const Span& iterations);

// The next step of `program`, from `from` on, that runs the kernel; the number of steps if there is
// none. A kernel can be several steps.
std::size_t nextStepOf(const std::vector<StepRecord>& program, const std::string& kernel,
                       std::size_t from);

// The steps of `program` of one call in the range, from first to last; two spans if the range
// begins in one call and ends in the next; all steps of a call that the range contains.
std::vector<Span> stepsIn(const Timeline& timeline, const std::vector<StepRecord>& program,
                          const TimeRange& range);
// In the call in which `near` begins, or in the last call. Nothing if none of them ran in it.
std::optional<TimeRange> timeOfSteps(const Timeline& timeline,
                                     const std::vector<StepRecord>& program, const Span& steps,
                                     const std::optional<TimeRange>& near);

// Names of the kernels that ran in the range.
std::set<std::string> kernelsIn(const Timeline& timeline, const CompilationRecord& compilation,
                                const TimeRange& range);

}  // namespace ng::views
