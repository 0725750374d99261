// SPDX-License-Identifier: Apache-2.0
// Where each axis of a tensor stands in its picture: down, across, a picture for each of its
// indexes, or at one index. Axes are told by their number.
#pragma once

#include <QJsonObject>
#include <optional>
#include <vector>

namespace ng::views {

enum class AxisPlace { rows, columns, facets, index };
inline constexpr int axisPlaceCount = 4;

struct AxisPlaces {
  int rows = -1, columns = -1;  // -1: none; else two that differ
  std::vector<int> facets;      // at most two: lines of pictures, pictures of a line; or the latter
  bool operator==(const AxisPlaces&) const = default;
};

AxisPlace placeOf(const AxisPlaces& places, int axis);
// `axis` moved there. An axis that stood in rows or columns gives way to where `axis` came from; of
// more than two facets the oldest goes to its index.
AxisPlaces moved(AxisPlaces places, int axis, AxisPlace to);
// The two axes in each other's place.
AxisPlaces swapped(AxisPlaces places, int axis, int other);

QJsonObject toJson(const AxisPlaces& places);
// Null where it does not place axes of a tensor of this rank.
std::optional<AxisPlaces> axisPlacesFrom(const QJsonObject& json, int rank);

}  // namespace ng::views
