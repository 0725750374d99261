// SPDX-License-Identifier: Apache-2.0
// A PNG that is written as it is painted: of any size, in the memory of one band.
#pragma once

#include <QImage>
#include <QString>
#include <functional>

#include "views/core/jobs.h"

namespace ng::views {

// Paints a part of the picture: `tile`, in Format_RGB888, begins at `at` of the picture's pixels.
using PaintTile = std::function<void(QImage& tile, QPoint at)>;

// Writes `file` whole or not at all; an ng::Error says why not. `context` (may be null) is told the
// progress and asked for cancel: then false, and no file. Any thread.
bool writePngBands(const QString& file, QSize size, const PaintTile& paint,
                   JobContext* context = nullptr);

}  // namespace ng::views
