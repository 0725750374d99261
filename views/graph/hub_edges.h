// SPDX-License-Identifier: Apache-2.0
// Edges of hubs: cards that very many others read, as a learning rate in each update, or that read
// very many; and edges that pass hundreds of rows. A thousand parallel curves hide the graph, so
// such an edge is a tag with the name of the hub, or of what is read from far away, at the other
// card, and a curve only while one of its ends is selected.
#pragma once

#include <QPainter>

#include "views/graph/scene.h"

namespace ng::views {

// Sets EdgeShape::hub and tagAtReader.
void markHubs(GraphScene& scene);

// The straight way of an edge that is not routed: four points of one cubic.
std::vector<QPointF> directCurve(const QRectF& from, const QRectF& to, Direction direction);

// What of a hub's edge can be hit and must be repainted while it is a tag.
QRectF tagArea(const GraphScene& scene, const EdgeShape& edge);

void paintTag(QPainter& painter, const GraphScene& scene, const EdgeShape& edge);

}  // namespace ng::views
