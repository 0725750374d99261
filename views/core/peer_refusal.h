// SPDX-License-Identifier: Apache-2.0
// Why ONNX Runtime cannot run what is open.
#pragma once

#include <QString>

#include "views/core/workspace.h"

namespace ng::views {

QString peerRefusal(const Workspace& workspace);  // a sentence; empty: it can

}  // namespace ng::views
