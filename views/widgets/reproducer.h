// SPDX-License-Identifier: Apache-2.0
// A kernel as a program of its own, in a folder that the user chooses.
#pragma once

#include "engine/session/record.h"
#include "views/core/workspace.h"

namespace ng::views {

// Why there can be none of `kernel` now; empty: there can.
QString whyNoReproducer(const Session& session, const KernelRecord* kernel);
// The folder of the last one that was written of it; empty: none was.
QString reproducerFolder(const Session& session, const QString& kernel);
void askReproducer(QWidget* parent, Workspace& workspace, const QString& kernel);

}  // namespace ng::views
