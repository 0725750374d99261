// SPDX-License-Identifier: Apache-2.0
// JSON description of the visible part of a scene.
#pragma once

#include <QJsonObject>

#include "views/graph/canvas/graph_camera.h"
#include "views/graph/canvas/graph_painter.h"

namespace ng::views {

QJsonObject describeScene(const GraphScene& scene, const Lit& lit, const GraphCamera& camera);

}  // namespace ng::views
