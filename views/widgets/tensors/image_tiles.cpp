// SPDX-License-Identifier: Apache-2.0
// Chooses the axes that are spread into tiles, and paints the tiles.
#include "views/widgets/tensors/image_tiles.h"

#include <algorithm>
#include <cmath>

#include "engine/records/tensor_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/tensors/tensor_axes.h"

namespace ng::views {
namespace {

constexpr int leastSide = 3;
constexpr std::int64_t longestSide = 32'000, mostPixels = 1 << 22;  // of one column of pictures
constexpr std::int64_t mostRead = 1 << 18;  // the same for elements that are not held in memory

// Data that can be shown unscaled: bytes, or fractions in 0..1.
std::optional<HeatScale> naturalColours(const TensorStatistics& s, DType dtype) {
  if (s.min < 0 || s.nans > 0) return std::nullopt;
  if (s.max <= 1 && dtype != DType::u8) return HeatScale{0, 1, false};
  if (s.max <= 255 && s.max > 1) return HeatScale{0, 255, false};
  return std::nullopt;
}

void spreadBatch(ImageTiles& tiles, const TensorAxes& axes, const TensorStatistics& statistics) {
  int channel = axes.channel;
  if (tiles.slice.length(channel) == 1) channel = -1;
  if (channel < 0 && !axes.others.empty()) channel = axes.others.front();
  const auto natural = naturalColours(statistics, tiles.slice.tensor().value.dtype);
  if (tiles.slice.length(channel) == 3 && natural) {
    tiles.colour = channel;
    tiles.colours = *natural;
    channel = -1;
  }
  tiles.tile = channel < 0 ? axes.batch : channel;
}

void spreadFilters(ImageTiles& tiles, const TensorAxes& axes, const TensorStatistics& statistics) {
  int channel = axes.channel;
  if (tiles.slice.length(channel) == 1) channel = -1;
  if (axes.others.empty()) {
    tiles.tile = channel;
    return;
  }
  tiles.tile = axes.others.back();
  if (channel < 0 && axes.others.size() > 1) channel = axes.others.front();
  if (tiles.slice.length(channel) == 3) {
    tiles.colour = channel;
    tiles.colours = naturalColours(statistics, tiles.slice.tensor().value.dtype)
                        .value_or(HeatScale::fit(statistics));
  } else {
    tiles.line = channel;
  }
}

// Reads elements as floats, with a fast path for float32.
class Elements {
 public:
  explicit Elements(const TensorSlice& slice)
      : slice_(slice),
        floats_(slice.isHeld() && slice.tensor().value.dtype == DType::f32
                    ? slice.tensor().value.as<float>()
                    : nullptr) {}
  double operator[](std::int64_t i) const { return floats_ ? floats_[i] : slice_.element(i); }
  bool isThere(std::int64_t i) const { return slice_.isHeld() || slice_.find(i); }

 private:
  const TensorSlice& slice_;
  const float* floats_;
};

}  // namespace

AxisPlaces ImageTiles::places() const {
  AxisPlaces places{down, across, {}};
  for (const int axis : {line, colour, tile})
    if (axis >= 0) places.facets.push_back(axis);
  return places;
}

std::int64_t ImageTiles::flat(int atLine, int atTile, int y, int x, int atColour) const {
  std::int64_t place = 0;
  for (int axis = 0; axis < slice.rank(); ++axis) {
    const std::int64_t at = axis == down     ? y
                            : axis == across ? x
                            : axis == tile   ? atTile
                            : axis == line   ? atLine
                            : axis == colour ? atColour
                                             : slice.index(axis);
    place = place * slice.length(axis) + at;
  }
  return place;
}

std::optional<ImageTiles> imageTiles(const TensorSlice& slice, const TensorStatistics& statistics) {
  if (slice.isEmpty() || element_count(slice.tensor().value.shape) == 0) return std::nullopt;
  const TensorAxes axes = tensorAxes(slice.tensor());
  if (!axes.pictures()) return std::nullopt;
  ImageTiles tiles;
  tiles.slice = slice;
  tiles.down = axes.down;
  tiles.across = axes.across;
  axes.batch >= 0 ? spreadBatch(tiles, axes, statistics) : spreadFilters(tiles, axes, statistics);
  if (tiles.tile < 0 && tiles.colour < 0) return std::nullopt;
  return tiles;
}

std::optional<ImageTiles> placedTiles(const TensorSlice& slice, const TensorStatistics& statistics,
                                      bool coloured) {
  if (slice.isEmpty() || element_count(slice.tensor().value.shape) == 0) return std::nullopt;
  ImageTiles tiles;
  tiles.slice = slice;
  tiles.down = slice.rowAxis();
  tiles.across = slice.columnAxis();
  std::vector<int> facets = slice.places().facets;
  const auto usual = coloured ? imageTiles(slice, statistics) : std::nullopt;
  if (usual && usual->colour >= 0 && std::erase(facets, usual->colour) > 0) {
    tiles.colour = usual->colour;
    tiles.colours = usual->colours;
  }
  if (!facets.empty()) tiles.tile = facets.back();
  if (facets.size() > 1) tiles.line = facets.front();
  return isPaintable(tiles) ? std::optional(tiles) : std::nullopt;
}

bool isPaintable(const ImageTiles& tiles) {
  const TensorSlice& slice = tiles.slice;
  const std::int64_t high = slice.length(tiles.down) * slice.length(tiles.line);
  const std::int64_t wide = slice.length(tiles.across);
  return std::max(high, wide) <= longestSide &&
         high * wide <= (slice.isHeld() ? mostPixels : mostRead);
}

bool looksLikePictures(const ImageTiles& tiles) {
  return std::min(tiles.height(), tiles.width()) >= leastSide;
}

QImage tileAtlas(const ImageTiles& tiles, int columns, int mostTiles, const HeatScale& scale) {
  const int count = std::min(tiles.tiles(), mostTiles), high = tiles.height();
  const int perLine = tiles.line < 0 ? (count + columns - 1) / columns : 1;
  QImage image(columns * tiles.width(), tiles.lines() * perLine * high, QImage::Format_RGB32);
  image.fill(Theme::current().colours().card);
  const HeatColours colour(scale);
  const Elements elements(tiles.slice);
  const QRgb empty = Theme::current().colours().card.rgb();
  const std::int64_t step = tiles.flat(0, 0, 0, 1) - tiles.flat(0, 0, 0, 0);
  const std::int64_t down = tiles.flat(0, 0, 1, 0) - tiles.flat(0, 0, 0, 0);
  const std::int64_t byColour = tiles.flat(0, 0, 0, 0, 1) - tiles.flat(0, 0, 0, 0);
  const double low = tiles.colours.low, span = std::max(tiles.colours.high - low, 1e-30);
  const auto part = [&](std::int64_t i) {
    return std::clamp(static_cast<int>(std::lround((elements[i] - low) / span * 255)), 0, 255);
  };
  for (int line = 0; line < tiles.lines(); ++line)
    for (int tile = 0; tile < count; ++tile) {
      const std::int64_t first = tiles.flat(line, tile, 0, 0);
      for (int y = 0; y < high; ++y) {
        auto* out =
            reinterpret_cast<QRgb*>(image.scanLine((line * perLine + tile / columns) * high + y)) +
            tile % columns * tiles.width();
        std::int64_t i = first + y * down;
        for (int x = 0; x < tiles.width(); ++x, i += step) {
          if (!elements.isThere(i)) {
            out[x] = empty;
          } else if (tiles.colour < 0) {
            out[x] = colour(elements[i]);
          } else {
            const double sum = elements[i] + elements[i + byColour] + elements[i + 2 * byColour];
            out[x] = std::isfinite(sum) ? qRgb(part(i), part(i + byColour), part(i + 2 * byColour))
                                        : colour(NAN);
          }
        }
      }
    }
  return image;
}

}  // namespace ng::views
