// SPDX-License-Identifier: Apache-2.0
// Writes a kernel as a standalone program into a folder that the user chooses.
#pragma once

#include "engine/records/records.h"
#include "views/core/workspace.h"

namespace ng::views {

// Why a reproducer of `kernel` cannot be written now; empty if it can.
QString whyNoReproducer(const Queries& queries, const KernelRecord* kernel);
// The folder of the kernel's last reproducer; empty if none was written.
QString reproducerFolder(const Messages& messages, const QString& kernel);
void askReproducer(QWidget* parent, Workspace& workspace, const QString& kernel);

}  // namespace ng::views
