// SPDX-License-Identifier: Apache-2.0
// What every view shall have and few say: tips that name the key, and names for screen readers.
#pragma once

#include <QMainWindow>

namespace ng::views {

// Tips of commands that have a key and do not tell it name it; what takes the focus and has no name
// is called by its own words (placeholder, tip), else by the view that it stands in and what it is.
void completeTipsAndNames(QMainWindow& window);

}  // namespace ng::views
