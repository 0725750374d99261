// SPDX-License-Identifier: Apache-2.0
// ngraph-images: writes the pixels of the image file that is open as descriptor 3 to standard
// output, scaled, as bytes in the order of rows, columns and channels. A process of its own limits
// the memory and time of decoders.
//   ngraph-images CHANNELS HEIGHT WIDTH
#include <fcntl.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QFile>
#include <QImageReader>

#include "engine/base/helper_process.h"

namespace {

int refuse(const QString& why) {
  const QByteArray text = why.toUtf8();
  ng::write_answer(text.constData(), static_cast<std::size_t>(text.size()));
  return 3;
}

// Rows without the padding of QImage.
QByteArray pixelsOf(const QImage& image, qsizetype channels) {
  QByteArray pixels;
  for (int y = 0; y < image.height(); ++y)
    pixels.append(reinterpret_cast<const char*>(image.constScanLine(y)), image.width() * channels);
  return pixels;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::fprintf(stderr, "usage: ngraph-images CHANNELS HEIGHT WIDTH\n");
    return 2;
  }
  ng::limit_process(std::uint64_t{4} << 30, 30);
  // Decoders write their warnings among the pixels.
  if (const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0)
    dup2(nowhere, STDERR_FILENO);
  const QCoreApplication app(count, arguments);
  const int channels = std::atoi(arguments[1]);
  const QSize size(std::atoi(arguments[3]), std::atoi(arguments[2]));
  QFile file;
  if (!file.open(3, QIODevice::ReadOnly)) return refuse(file.errorString());
  QImageReader reader(&file);
  reader.setAutoTransform(true);
  const QImage image = reader.read();
  if (image.isNull()) return refuse(reader.errorString());
  const QImage scaled =
      image.convertToFormat(QImage::Format_RGB888)
          .scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
          .convertToFormat(channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
  const QByteArray pixels = pixelsOf(scaled, channels);
  ng::write_answer(pixels.constData(), static_cast<std::size_t>(pixels.size()));
  return 0;
}
