// SPDX-License-Identifier: Apache-2.0
// How a run is put into words, here and in the tool bar and status bar.
#pragma once

#include <QColor>
#include <QString>

#include "views/core/session.h"

namespace ng::views {

// "ready", "running", "paused" …; "compiling" or "not compiled" before all; empty: nothing is open.
QString stateText(const Session& session);
QColor stateColour(const Session& session);    // of the dot beside it
QString paceText(double iterationsPerSecond);  // "20/s"; 0: "full speed"
QString runLine(const Session& session);       // state · epoch · iteration · pace · us/step
// "10 epochs × 10 batches"; empty without a plan.
QString planText(const Session& session);
// A scalar, a short row of numbers, or the shape of a bigger tensor; 9 significant digits.
QString exactText(const TensorRecord& tensor);

}  // namespace ng::views
