// SPDX-License-Identifier: Apache-2.0
// Short texts that name an iteration.
#pragma once

#include <QString>

#include "views/core/session/run.h"

namespace ng::views {

// "it 3"; "it 1, not run yet" before the first call; "it 4, in progress" while the run is paused
// within it; "it 2, kept" when an earlier, kept iteration is shown.
QString momentText(const Run& run, std::int64_t iteration);

// The shown iteration out of all: "it 37/100"; "within it 38/100" while the run is paused within
// it; "it 3" without a plan. `noun` is the word before the number.
QString shownText(const Run& run, const QString& noun);

}  // namespace ng::views
