// SPDX-License-Identifier: Apache-2.0
// Reads overlays, numbers per op, from files of the user.
#pragma once

#include <QString>

class QWidget;

namespace ng::views {

struct Workspace;

bool isOverlayFile(const QString& path);  // by its suffix and content
// Shows the overlay when it is read. A message lists names that match no op of the document, or
// says why the file is refused.
void openOverlay(Workspace& workspace, const QString& path);
void chooseOverlay(QWidget& parent, Workspace& workspace);

}  // namespace ng::views
