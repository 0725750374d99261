// SPDX-License-Identifier: Apache-2.0
// Exports the canvas's picture as a file or an image, with the canvas's painter.
#pragma once

#include <QImage>
#include <QString>

#include "views/core/jobs.h"
#include "views/graph/canvas/graph_painter.h"

namespace ng::views {

// The highlighting to export: only the heat map, because the rest belongs to the window, not to the
// graph.
Lit exportedLit(const Lit& shown);

// Writes `file` in the format of its suffix: svg, pdf or png. On failure returns false and sets
// `why`. A PNG is painted at `scale` and may have any size. `job` receives the progress; if it is
// cancelled, nothing is written, the result is false and `why` stays empty. Exports the whole scene
// or `part`, in scene units; in light colours unless `dark`. Any thread.
bool exportScene(const GraphScene& scene, const Lit& lit, const QString& file, QString& why,
                 double scale = 2, const QRectF& part = {}, JobContext* job = nullptr,
                 bool dark = false);

// Each side is limited to 16,000 pixels.
QImage sceneImage(const GraphScene& scene, const Lit& lit, double scale, const QRectF& part = {});

// A thumbnail of a graph with our own layout, fitted into `size` pixels. The time depends on the
// layout of the graph.
QImage graphPicture(const GraphRecordPtr& graph, const QSize& size, double devicePixelRatio);

}  // namespace ng::views
