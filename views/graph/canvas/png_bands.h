// SPDX-License-Identifier: Apache-2.0
// Writes a PNG of any size while it is painted, in the memory of one band.
#pragma once

#include <QImage>
#include <QString>
#include <functional>

#include "views/core/jobs.h"

namespace ng::views {

// Paints a part of the picture: `tile`, in Format_RGB888, starts at pixel `at` of the picture.
using PaintTile = std::function<void(QImage& tile, QPoint at)>;

// Writes `file` completely or not at all; throws ng::Error on failure. `context` (may be null)
// receives the progress; if it is cancelled, returns false without a file. Any thread.
bool writePngBands(const QString& file, QSize size, const PaintTile& paint,
                   JobContext* context = nullptr);

}  // namespace ng::views
