// SPDX-License-Identifier: Apache-2.0
// Writes the signature, IHDR, an IDAT with zlib's output for each band, and IEND (ISO/IEC 15948).
#include "views/graph/canvas/png_bands.h"

#include <zlib.h>

#include <algorithm>
#include <vector>

#include "engine/base/atomic_file.h"

namespace ng::views {
namespace {

constexpr int mostRows = 512, tileColumns = 8192;  // QPainter's coordinates are limited to 32,767
constexpr std::int64_t bandBytes = 64 << 20;
constexpr std::size_t bytesPerPixel = 3;
constexpr unsigned char filterSub = 1;  // each byte is the difference to the pixel on the left

std::string bigEndian(std::uint32_t n) {
  return {static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8),
          static_cast<char>(n)};
}

void writeChunk(AtomicFile& file, const std::string& kind, std::string_view data) {
  const auto* bytes = reinterpret_cast<const Bytef*>(data.data());
  uLong sum = crc32(0, reinterpret_cast<const Bytef*>(kind.data()), 4);
  if (!data.empty()) sum = crc32(sum, bytes, static_cast<uInt>(data.size()));
  file.write(bigEndian(static_cast<std::uint32_t>(data.size())) + kind);
  file.write(data);
  file.write(bigEndian(static_cast<std::uint32_t>(sum)));
}

std::string header(QSize size) {
  // 8 bits per channel; RGB; default compression, filter and interlace methods.
  constexpr char rest[] = {8, 2, 0, 0, 0};
  return bigEndian(static_cast<std::uint32_t>(size.width())) +
         bigEndian(static_cast<std::uint32_t>(size.height())) + std::string(rest, sizeof rest);
}

class Deflater {
 public:
  explicit Deflater(AtomicFile& file) : file_(file), out_(1 << 18, 0) {
    check(deflateInit(&stream_, Z_DEFAULT_COMPRESSION) == Z_OK, "zlib initializes a stream");
  }
  ~Deflater() { deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void add(std::vector<unsigned char>& bytes, bool last) {
    stream_.next_in = bytes.data();
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
      stream_.avail_out = static_cast<uInt>(out_.size());
      deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
      const std::size_t made = out_.size() - stream_.avail_out;
      if (made > 0) writeChunk(file_, "IDAT", std::string_view(out_).substr(0, made));
    } while (stream_.avail_out == 0);
  }

 private:
  AtomicFile& file_;
  std::string out_;
  z_stream stream_{};
};

void filterRow(const unsigned char* row, std::size_t length, std::vector<unsigned char>& to) {
  to.resize(length + 1);
  to[0] = filterSub;
  std::copy_n(row, std::min(bytesPerPixel, length), to.begin() + 1);
  for (std::size_t i = bytesPerPixel; i < length; ++i)
    to[i + 1] = static_cast<unsigned char>(row[i] - row[i - bytesPerPixel]);
}

int rowsOfBand(QSize size) {
  const std::int64_t fit = bandBytes / (static_cast<std::int64_t>(bytesPerPixel) * size.width());
  return std::min(size.height(), static_cast<int>(std::clamp<std::int64_t>(fit, 1, mostRows)));
}

void paintTiles(QImage& band, int top, const PaintTile& paint) {
  for (int x = 0; x < band.width(); x += tileColumns) {
    QImage tile(band.bits() + bytesPerPixel * static_cast<std::size_t>(x),
                std::min(tileColumns, band.width() - x), band.height(), band.bytesPerLine(),
                band.format());
    paint(tile, {x, top});
  }
}

}  // namespace

bool writePngBands(const QString& name, QSize size, const PaintTile& paint, JobContext* context) {
  AtomicFile file(name.toStdString());
  file.write(std::string_view("\x89PNG\r\n\x1a\n"));
  writeChunk(file, "IHDR", header(size));
  Deflater deflater(file);
  QImage band(size.width(), rowsOfBand(size), QImage::Format_RGB888);
  if (band.isNull()) throw std::bad_alloc();
  std::vector<unsigned char> row;
  for (int top = 0; top < size.height(); top += band.height()) {
    if (context && context->cancelled()) return false;
    if (context) context->progress(static_cast<double>(top) / size.height());
    paintTiles(band, top, paint);
    const int rows = std::min(band.height(), size.height() - top);
    for (int y = 0; y < rows; ++y) {
      filterRow(band.constScanLine(y), bytesPerPixel * static_cast<std::size_t>(size.width()), row);
      deflater.add(row, top + y + 1 == size.height());
    }
  }
  writeChunk(file, "IEND", {});
  file.commit();
  return true;
}

}  // namespace ng::views
