// SPDX-License-Identifier: Apache-2.0
// Edges of hubs, which are cards with very many readers (such as a learning rate that every update
// reads) or operands, and edges that cross hundreds of rows. A thousand parallel curves would hide
// the graph, so each of these edges is drawn as a tag at the other card, with the name of the hub
// or of the value read from far away, and as a curve only while one of its ends is selected.
#pragma once

#include <QPainter>

#include "views/graph/scene/scene.h"

namespace ng::views {

// Sets EdgeShape::hub and tagAtReader.
void markHubs(GraphScene& scene);

// The direct curve of an edge that is not routed: four points of one cubic.
std::vector<QPointF> directCurve(const QRectF& from, const QRectF& to, Direction direction);

// The area of a hub edge's tag, for hit tests and repaints.
QRectF tagArea(const GraphScene& scene, const EdgeShape& edge);

// `whole`: the name is not elided, and may leave the area.
void paintTag(QPainter& painter, const GraphScene& scene, const EdgeShape& edge,
              bool whole = false);

}  // namespace ng::views
