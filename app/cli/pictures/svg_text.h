// SPDX-License-Identifier: Apache-2.0
// SVG text of a picture.
#pragma once

#include <string>

#include "app/cli/pictures/picture.h"

namespace ng::cli {

// Colours as in the workbench. Fonts are named, not embedded: viewers without them substitute.
std::string svgText(const Picture& picture, bool dark = false);

// A chain of cubic Bézier curves (1 + 3n points) as the `d` of an SVG path.
std::string curveText(const std::vector<views::LayoutPoint>& points);

// `text` escaped for XML, without control characters.
std::string xmlText(const std::string& text);

}  // namespace ng::cli
