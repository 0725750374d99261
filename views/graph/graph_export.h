// SPDX-License-Identifier: Apache-2.0
// The canvas's picture as a file or an image, by the canvas's own painter.
#pragma once

#include <QImage>
#include <QString>

#include "views/core/jobs.h"
#include "views/graph/graph_painter.h"

namespace ng::views {

// Of what is lit only the colours by a number: the rest is the window's, not the graph's.
Lit exportedLit(const Lit& shown);

// Writes `file` as its suffix says: svg, pdf or png. False when it could not be written; `why` then
// says so. A PNG is drawn at `scale`, of any size. `job` is told how far it is, and can be
// cancelled: then false, nothing is written, and `why` stays empty. Of the whole scene, or of a
// part in scene units; in light colours unless `dark`. Any thread.
bool exportScene(const GraphScene& scene, const Lit& lit, const QString& file, QString& why,
                 double scale = 2, const QRectF& part = {}, JobContext* job = nullptr,
                 bool dark = false);

// True when the suffix is one of these; else `why` says so.
bool canExport(const QString& file, QString& why);

// A side is 16,000 pixels at most.
QImage sceneImage(const GraphScene& scene, const Lit& lit, double scale, const QRectF& part = {});

// A graph by our own layout, fitted into `size` pixels: for thumbnails. Any size of graph; large
// ones take as long as their layout.
QImage graphPicture(const GraphRecordPtr& graph, const QSize& size, double devicePixelRatio = 1);

}  // namespace ng::views
