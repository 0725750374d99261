// SPDX-License-Identifier: Apache-2.0
// Texts that describe a run, used by this view, the tool bar and the status bar.
#pragma once

#include <QColor>
#include <QString>

#include "views/core/session/session.h"

namespace ng::views {

// E.g. "ready", "running", "paused", "compiling", "not compiled"; empty: no document is open.
QString stateText(const Session& session);
QColor stateColour(const Session& session);    // of the status dot
QString paceText(double iterationsPerSecond);  // e.g. "20/s"; 0: "full speed"
QString runLine(const Session& session);       // state · epoch · iteration · pace · µs/step
// E.g. "10 epochs × 10 batches"; empty without a plan.
QString planText(const Session& session);
// An element with 9 significant digits, or those that tell it from all others of float64.
QString exactText(const Number& value, DType dtype);
// Value of a scalar or short vector with these digits, else the shape of the tensor.
QString exactText(const TensorRecord& tensor);

}  // namespace ng::views
