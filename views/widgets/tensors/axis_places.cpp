// SPDX-License-Identifier: Apache-2.0
// Moves axes between places.
#include "views/widgets/tensors/axis_places.h"

#include <QJsonArray>
#include <algorithm>

namespace ng::views {
namespace {

constexpr std::size_t mostFacets = 2;

void takeAway(AxisPlaces& places, int axis) {
  if (places.rows == axis) places.rows = -1;
  if (places.columns == axis) places.columns = -1;
  std::erase(places.facets, axis);
}

}  // namespace

AxisPlace placeOf(const AxisPlaces& places, int axis) {
  if (axis == places.rows) return AxisPlace::rows;
  if (axis == places.columns) return AxisPlace::columns;
  return std::count(places.facets.begin(), places.facets.end(), axis) ? AxisPlace::facets
                                                                      : AxisPlace::index;
}

AxisPlaces moved(AxisPlaces places, int axis, AxisPlace to) {
  if (placeOf(places, axis) == to) return places;
  const int there = to == AxisPlace::rows      ? places.rows
                    : to == AxisPlace::columns ? places.columns
                                               : -1;
  if (there >= 0) return swapped(std::move(places), axis, there);
  takeAway(places, axis);
  if (to == AxisPlace::rows) places.rows = axis;
  if (to == AxisPlace::columns) places.columns = axis;
  if (to == AxisPlace::facets) places.facets.push_back(axis);
  if (places.facets.size() > mostFacets) places.facets.erase(places.facets.begin());
  return places;
}

AxisPlaces swapped(AxisPlaces places, int axis, int other) {
  const auto exchange = [axis, other](int& each) {
    each = each == axis ? other : each == other ? axis : each;
  };
  exchange(places.rows);
  exchange(places.columns);
  for (int& facet : places.facets) exchange(facet);
  return places;
}

QJsonObject toJson(const AxisPlaces& places) {
  QJsonArray facets;
  for (const int axis : places.facets) facets.append(axis);
  return {{"rows", places.rows}, {"columns", places.columns}, {"facets", facets}};
}

std::optional<AxisPlaces> axisPlacesFrom(const QJsonObject& json, int rank) {
  AxisPlaces places{json["rows"].toInt(-1), json["columns"].toInt(-1), {}};
  for (const QJsonValue& axis : json["facets"].toArray()) places.facets.push_back(axis.toInt(-1));
  std::vector<int> all = places.facets;
  if (places.rows >= 0) all.push_back(places.rows);
  if (places.columns >= 0) all.push_back(places.columns);
  std::sort(all.begin(), all.end());
  const bool once = std::adjacent_find(all.begin(), all.end()) == all.end();
  const bool inside = all.empty() || (all.front() >= 0 && all.back() < rank);
  const bool signs = places.rows >= -1 && places.columns >= -1;
  if (!once || !inside || !signs || places.facets.size() > mostFacets) return std::nullopt;
  return places;
}

}  // namespace ng::views
