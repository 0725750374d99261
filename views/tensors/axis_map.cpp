// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/axis_map.h"

#include <QObject>
#include <QStringList>
#include <algorithm>

#include "engine/records/op_record.h"
#include "engine/records/tensor_record.h"

namespace ng::views {
namespace {

QString nameOf(const TensorSlice& slice, int axis) {
  const auto& axes = slice.tensor().axes;
  const auto at = static_cast<std::size_t>(axis);
  if (at >= axes.size()) return QString::number(axis);
  int count = 0;
  for (const AxisRecord& each : axes) count += each.name == axes[at].name;
  return count == 1 ? QString::fromStdString(axes[at].name) : QString::number(axis);
}

int axisNamed(const TensorSlice& slice, const QString& name) {
  for (int axis = 0; axis < slice.rank(); ++axis)
    if (nameOf(slice, axis) == name) return axis;
  return -1;
}

QString axesThereAre(const TensorSlice& slice) {
  QStringList names;
  for (int axis = 0; axis < slice.rank(); ++axis)
    names << QObject::tr("%1: %2").arg(nameOf(slice, axis)).arg(slice.length(axis));
  return QObject::tr("(%1)").arg(names.join(", "));
}

}  // namespace

QString axisMapText(const TensorSlice& slice) {
  const AxisPlaces& places = slice.places();
  QStringList words, facets;
  if (places.rows >= 0) words << "rows=" + nameOf(slice, places.rows);
  if (places.columns >= 0) words << "columns=" + nameOf(slice, places.columns);
  for (const int axis : places.facets) facets << nameOf(slice, axis);
  if (!facets.isEmpty()) words << "facets=" + facets.join('+');
  for (int axis = 0; axis < slice.rank(); ++axis)
    if (placeOf(places, axis) == AxisPlace::index && slice.index(axis) > 0)
      words << nameOf(slice, axis) + '=' + QString::number(slice.index(axis));
  return words.join(',');
}

QString applyAxisMap(const QString& map, TensorSlice& slice) {
  AxisPlaces places;
  std::vector<std::pair<int, std::int64_t>> indexes;
  std::vector<int> used;
  for (const QString& word : map.split(',', Qt::SkipEmptyParts)) {
    const QString place = word.section('=', 0, 0), what = word.section('=', 1);
    const bool placed = place == "rows" || place == "columns" || place == "facets";
    for (const QString& name : placed ? what.split('+') : QStringList{place}) {
      const int axis = axisNamed(slice, name);
      if (axis < 0)
        return QObject::tr("\"%1\": unknown axis; expected one of %2")
            .arg(word, axesThereAre(slice));
      if (std::find(used.begin(), used.end(), axis) != used.end())
        return QObject::tr("axis %1 is used twice").arg(name);
      used.push_back(axis);
      if (place == "rows") places.rows = axis;
      if (place == "columns") places.columns = axis;
      if (place == "facets") places.facets.push_back(axis);
      bool right = true;
      const std::int64_t index = placed ? 0 : what.toLongLong(&right);
      if (!right || index < 0 || index >= slice.length(axis))
        return QObject::tr("\"%1\": invalid index; axis lengths: %2")
            .arg(word, axesThereAre(slice));
      if (!placed) indexes.emplace_back(axis, index);
    }
  }
  if (!axisPlacesFrom(toJson(places), slice.rank()))
    return QObject::tr("\"%1\": expected e.g. rows=H,columns=W,facets=C+D,N=5, at most two facets")
        .arg(map);
  slice.setPlaces(places);
  for (const auto& [axis, index] : indexes) slice.setIndex(axis, index);
  return {};
}

}  // namespace ng::views
