// SPDX-License-Identifier: Apache-2.0
// An image file that is dropped on the window of a document with an input of images.
#pragma once

#include <QString>

#include "views/core/workspace.h"

namespace ng::views {

// Feeds the image to the first input of the planned computation that holds images, as an undoable
// edit, with the range of the image that was fed before, else 0..1. A message says what was done or
// why it was refused. False: no input holds images, or the document cannot be edited.
bool feedDroppedImage(Workspace& workspace, const QString& path);

}  // namespace ng::views
