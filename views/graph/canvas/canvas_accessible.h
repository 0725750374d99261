// SPDX-License-Identifier: Apache-2.0
// Accessibility of the canvas: its children are the cards, with name, description and geometry.
#pragma once

namespace ng::views {

void installCanvasAccessibility();  // idempotent

}  // namespace ng::views
