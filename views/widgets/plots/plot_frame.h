// SPDX-License-Identifier: Apache-2.0
// Paints the parts that all plots share: grid lines, tick labels, axis lines and titles, selected
// ranges. `area` is the rectangle inside the axes.
#pragma once

#include <QRectF>
#include <QString>

class QPainter;

namespace ng::views {

void paintGridX(QPainter& painter, const QRectF& area, double x);
void paintGridY(QPainter& painter, const QRectF& area, double y);
void paintLabelX(QPainter& painter, const QRectF& area, double x, const QString& label);  // below
void paintLabelY(QPainter& painter, const QRectF& area, double y, const QString& label);  // left
void paintAxisLines(QPainter& painter, const QRectF& area);  // left and bottom
void paintTitleX(QPainter& painter, const QRectF& area, const QString& title);
// Turned by `turn` degrees about `x`, elided to the height of the area.
void paintTitleY(QPainter& painter, const QRectF& area, const QString& title, double x = 10,
                 double turn = -90);
// A selected part of the x axis, clipped to the area and at least one pixel wide.
void paintRange(QPainter& painter, const QRectF& area, double left, double right);

}  // namespace ng::views
