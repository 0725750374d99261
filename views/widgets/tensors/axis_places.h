// SPDX-License-Identifier: Apache-2.0
// The role of each axis of a tensor in its picture: down, across, one picture per index (facet), or
// fixed at one index. Axes are identified by their number.
#pragma once

#include <QJsonObject>
#include <optional>
#include <vector>

namespace ng::views {

enum class AxisPlace { rows, columns, facets, index };
inline constexpr int axisPlaceCount = 4;

struct AxisPlaces {
  int rows = -1, columns = -1;  // -1: none; otherwise different axes
  // At most two, {lines of pictures, pictures in a line}; a single facet is the latter.
  std::vector<int> facets;
  bool operator==(const AxisPlaces&) const = default;
};

AxisPlace placeOf(const AxisPlaces& places, int axis);
// Moves `axis` to the place `to`. An axis already in rows or columns takes the former place of
// `axis`; of more than two facets the oldest becomes fixed at its index.
AxisPlaces moved(AxisPlaces places, int axis, AxisPlace to);
// Swaps the places of two axes.
AxisPlaces swapped(AxisPlaces places, int axis, int other);

QJsonObject toJson(const AxisPlaces& places);
// Null if the JSON does not place the axes of a tensor of this rank.
std::optional<AxisPlaces> axisPlacesFrom(const QJsonObject& json, int rank);

}  // namespace ng::views
