// SPDX-License-Identifier: Apache-2.0
// Client of the layout helper program, which runs Graphviz.
#pragma once

#include <chrono>
#include <optional>

#include "views/layout/layout_types.h"

namespace ng::cli {

// nullopt if the helper program is missing, exceeds `deadline` (it is killed), fails or returns a
// malformed answer; callers then use the built-in layout.
std::optional<views::LayoutAnswer> askLayoutHelper(const views::LayoutJob& job,
                                                   std::chrono::milliseconds deadline);

// Path of a program in the folder of this executable; empty if it does not exist.
std::string programBeside(const std::string& name);

}  // namespace ng::cli
