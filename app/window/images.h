// SPDX-License-Identifier: Apache-2.0
// Reading of image files by Qt for plans: PNG, JPEG and the other formats of the installed plugins.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/neon/plan/image_reader.h"

namespace ng::views {

ImageReader qtImageReader();
// Has the name of a file one of the suffixes that can be read?
bool isImageFile(const QString& path);

}  // namespace ng::views
