// SPDX-License-Identifier: Apache-2.0
// The curves of a plot as text, and the plot as a picture file.
#pragma once

#include <QString>

namespace ng::views {

class Plot;

// All series, one line per point: series, x, y with 17 significant digits.
QString plotText(const Plot& plot, QChar separator);
// Format by suffix: .svg, .pdf or an image; false: not written.
bool exportPlot(const Plot& plot, const QString& path);

}  // namespace ng::views
