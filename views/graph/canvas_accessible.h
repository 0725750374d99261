// SPDX-License-Identifier: Apache-2.0
// The canvas for screen readers: its children are the cards, each with name, description and place.
#pragma once

namespace ng::views {

void installCanvasAccessibility();  // once; more often is harmless

}  // namespace ng::views
