// SPDX-License-Identifier: Apache-2.0
// A picture as SVG.
#pragma once

#include <string>

#include "app/cli/picture.h"

namespace ng::cli {

// Colours as in the workbench; fonts by name, so viewers without them take their own.
std::string svgText(const Picture& picture, bool dark = false);

// `text` for XML, control characters left out.
std::string xmlText(const std::string& text);

}  // namespace ng::cli
