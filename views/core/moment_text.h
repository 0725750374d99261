// SPDX-License-Identifier: Apache-2.0
// Short texts that name an iteration.
#pragma once

#include <QString>

#include "views/core/session/state/run_status.h"

namespace ng::views {

// "iteration 3"; "preview of iteration 1" before the first call; "iteration 4, in progress" while
// the run is paused within it; "snapshot of iteration 2" when an earlier, kept iteration is shown.
QString momentText(const RunStatus& run, std::int64_t iteration);

// The shown iteration out of all: "iteration 37/100"; "paused in iteration 38/100" while the run is
// paused within it; "iteration 3" without a plan.
QString shownText(const RunStatus& run);
QString shownBriefly(const RunStatus& run);  // "it 37/100", "paused in it 38/100"

}  // namespace ng::views
