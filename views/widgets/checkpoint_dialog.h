// SPDX-License-Identifier: Apache-2.0
// File dialogs for checkpoints. They start in the folder of the last checkpoint that was chosen, or
// else in that of the document.
#pragma once

#include <QString>
#include <cstdint>

class QWidget;

namespace ng::views {

struct Workspace;

// Each returns an absolute path; empty: cancelled.
QString chooseCheckpointToSave(QWidget* parent, const Workspace& workspace);
QString chooseCheckpointToRestore(QWidget* parent, const Workspace& workspace);

}  // namespace ng::views
