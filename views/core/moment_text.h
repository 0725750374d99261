// SPDX-License-Identifier: Apache-2.0
// Of which iteration a value is, and which one is shown, in a few words.
#pragma once

#include <QString>

#include "views/core/session.h"

namespace ng::views {

// "it 3"; "it 1, to come" before the first call; "it 4, under way" where the run stands within one;
// "it 2, kept" where that one is looked back at.
QString momentText(const Session& session, std::int64_t iteration);

// Of the one that is shown, out of all: "it 37/100"; "within it 38/100" where the run stands there;
// without a plan "it 3". `noun` is the word for it.
QString shownText(const Session& session, const QString& noun);

}  // namespace ng::views
