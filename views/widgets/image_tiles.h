// SPDX-License-Identifier: Apache-2.0
// A tensor as many small pictures: filters of a convolution, feature maps of a sample, pictures of
// a batch. Says which axes are spread out into tiles and how an element is found again; the other
// axes stand at an index.
#pragma once

#include <QImage>
#include <optional>

#include "views/widgets/heat_scale.h"

namespace ng::views {

struct ImageTiles {
  TensorSlice slice;           // whose indexes choose along the axes that are not spread out
  int down = -1, across = -1;  // of a picture
  int tile = -1;               // a picture for each, left to right
  int line = -1;               // a line of tiles for each; -1: the tiles are wrapped
  int colour = -1;             // red, green and blue
  HeatScale colours;           // from black to full, where there is a colour axis

  int tiles() const { return static_cast<int>(slice.length(tile)); }
  int lines() const { return static_cast<int>(slice.length(line)); }
  int height() const { return static_cast<int>(slice.length(down)); }
  int width() const { return static_cast<int>(slice.length(across)); }
  AxisPlaces places() const;  // of its axes; the one of colours is a facet too
  // The place of an element in the tensor.
  std::int64_t flat(int line, int tile, int y, int x, int colour = 0) const;
};

// Null for a tensor that has no two axes of a picture, or nothing beside one picture.
// Of a batch: coloured or grey pictures give a tile each, feature maps of many channels a tile for
// each channel. Without a batch: a tile for each filter, a line for each channel that it reads.
std::optional<ImageTiles> imageTiles(const TensorSlice& slice, const TensorStatistics& statistics);

// As the slice places its axes: a picture for each index of its facets. `coloured`: red, green and
// blue where that is what the axes' roles ask for. Null where one picture is too large for that.
std::optional<ImageTiles> placedTiles(const TensorSlice& slice, const TensorStatistics& statistics,
                                      bool coloured);

// Not too large: one column of pictures.
bool isPaintable(const ImageTiles& tiles);

// Worth showing as pictures at first: more than a few pixels each.
bool looksLikePictures(const ImageTiles& tiles);

// All tiles without gaps, `columns` a line of the image (where the tiles are wrapped), at most
// `mostTiles`; one pixel an element.
QImage tileAtlas(const ImageTiles& tiles, int columns, int mostTiles, const HeatScale& scale);

}  // namespace ng::views
