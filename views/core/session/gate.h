// SPDX-License-Identifier: Apache-2.0
// Gate: the question before a command that discards trained state.
#pragma once

#include <QString>
#include <functional>

namespace ng::views {

// Asks the user before a command that discards trained state. Calls `run` now, later (when the user
// agrees) or never. `words` and `verb` name the command: "restart the run" as in "Save it before
// you …?", "restart" as in "Save state and …".
using Gate =
    std::function<void(const QString& words, const QString& verb, std::function<void()> run)>;

}  // namespace ng::views
