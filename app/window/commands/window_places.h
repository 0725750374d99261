// SPDX-License-Identifier: Apache-2.0
// Entries of "Go to anything" that belong to the window: samples, recent files, settings.
#pragma once

#include <vector>

#include "app/window/palette/palette_entries.h"

namespace ng::views {

class MainWindow;

std::vector<PaletteEntry> windowPlaces(MainWindow& window);

}  // namespace ng::views
