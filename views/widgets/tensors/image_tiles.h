// SPDX-License-Identifier: Apache-2.0
// A tensor as many small pictures: filters of a convolution, feature maps of a sample, images of a
// batch. Says which axes are spread into tiles and locates elements; the other axes are fixed at an
// index.
#pragma once

#include <QImage>
#include <optional>

#include "views/widgets/heat_maps/heat_scale.h"

namespace ng::views {

struct ImageTiles {
  TensorSlice slice;           // its indexes fix the axes that are not spread
  int down = -1, across = -1;  // axes of a picture
  int tile = -1;               // one picture per index, left to right
  int line = -1;               // one line of tiles per index; -1: the tiles are wrapped
  int colour = -1;             // red, green and blue
  HeatScale colours;           // from black to full colour, if there is a colour axis

  int tiles() const { return static_cast<int>(slice.length(tile)); }
  int lines() const { return static_cast<int>(slice.length(line)); }
  int height() const { return static_cast<int>(slice.length(down)); }
  int width() const { return static_cast<int>(slice.length(across)); }
  AxisPlaces places() const;  // of its axes; the colour axis is a facet too
  // The flat position of an element in the tensor.
  std::int64_t flat(int line, int tile, int y, int x, int colour = 0) const;
};

// Null if the tensor has no two picture axes, or only a single picture. With a batch: colour or
// grey images give one tile each, feature maps with many channels one tile per channel. Without a
// batch: one tile per filter, one line per input channel.
std::optional<ImageTiles> imageTiles(const TensorSlice& slice, const TensorStatistics& statistics);

// Uses the slice's axis places: one picture per index of its facets. `coloured`: uses red, green
// and blue if the axes' roles say so. Null if one picture is too large.
std::optional<ImageTiles> placedTiles(const TensorSlice& slice, const TensorStatistics& statistics,
                                      bool coloured);

// Whether one column of pictures is small enough to paint.
bool isPaintable(const ImageTiles& tiles);

// Whether pictures are a good default: they are more than a few pixels in size.
bool looksLikePictures(const ImageTiles& tiles);

// All tiles without gaps, `columns` per line of the image (if the tiles are wrapped), at most
// `mostTiles`; one pixel per element.
QImage tileAtlas(const ImageTiles& tiles, int columns, int mostTiles, const HeatScale& scale);

}  // namespace ng::views
