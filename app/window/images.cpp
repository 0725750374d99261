// SPDX-License-Identifier: Apache-2.0
#include "app/window/images.h"

#include <QFileInfo>
#include <QImageReader>

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng::views {
namespace {

constexpr int most = 1 << 16;  // pixels of a side that images are scaled to

Tensor readImage(const std::string& path, std::int64_t channels, std::int64_t height,
                 std::int64_t width) {
  QImageReader reader(QString::fromStdString(path));
  reader.setAutoTransform(true);
  QImage image = reader.read();
  if (image.isNull() || height > most || width > most) {
    Diagnostic diagnostic;
    diagnostic.what = "the image cannot be read";
    diagnostic.where = quote(path);
    diagnostic.found = reader.errorString().toStdString();
    diagnostic.expected = "an image file, such as PNG or JPEG";
    refuse(ErrorKind::bad_file, std::move(diagnostic));
  }
  image = image.convertToFormat(QImage::Format_RGB888)
              .scaled(static_cast<int>(width), static_cast<int>(height), Qt::IgnoreAspectRatio,
                      Qt::SmoothTransformation);
  image = image.convertToFormat(channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
  Tensor pixels(DType::u8, {height, width, channels});
  for (std::int64_t y = 0; y < height; ++y) {
    const uchar* line = image.constScanLine(static_cast<int>(y));
    for (std::int64_t x = 0; x < width * channels; ++x)
      pixels.set(y * width * channels + x, line[x]);
  }
  return pixels;
}

}  // namespace

ImageReader qtImageReader() {
  return readImage;
}

bool isImageFile(const QString& path) {
  const QByteArray suffix = QFileInfo(path).suffix().toLower().toLatin1();
  return QImageReader::supportedImageFormats().contains(suffix);
}

}  // namespace ng::views
