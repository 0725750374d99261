// SPDX-License-Identifier: Apache-2.0
// A compilation as one web page: its graph after each pass, kernels, buffers and program, with
// search, pan and zoom. The page is self-contained and loads nothing.
#pragma once

#include <string>

#include "app/cli/pictures/picture.h"

namespace ng::cli {

// Graphs of more than `mostCards` cards are not drawn; the page says so and lists their ops.
// `expanded` is ignored: the page has its groups open and closed.
std::string webPage(CompilationRecord record, const std::string& title,
                    const PictureOptions& options);

}  // namespace ng::cli
