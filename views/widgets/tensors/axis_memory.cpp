// SPDX-License-Identifier: Apache-2.0
// Remembers where the user placed the axes of tensors.
#include "views/widgets/tensors/axis_memory.h"

#include <QJsonArray>

#include "engine/records/tensor_record.h"

namespace ng::views {

void AxisMemory::keep(const TensorSlice& slice) {
  if (slice.isEmpty() || slice.tensor().name.empty()) return;
  QJsonObject one = views::toJson(slice.places());
  one["placed"] = slice.placed();
  QJsonArray indexes;
  for (int axis = 0; axis < slice.rank(); ++axis)
    indexes.append(static_cast<double>(slice.index(axis)));
  one["index"] = indexes;
  kept_[QString::fromStdString(slice.tensor().name)] = one;
}

TensorSlice AxisMemory::cut(TensorSlice slice) const {
  if (slice.isEmpty()) return slice;
  const auto found = kept_.find(QString::fromStdString(slice.tensor().name));
  if (found == kept_.end()) return slice;
  const QJsonArray indexes = found->second["index"].toArray();
  const auto places = axisPlacesFrom(found->second, slice.rank());
  if (!places || indexes.size() != slice.rank()) return slice;
  slice.setPlaces(*places, found->second["placed"].toBool());
  for (int axis = 0; axis < slice.rank(); ++axis)
    slice.setIndex(axis, static_cast<std::int64_t>(indexes[axis].toDouble()));
  return slice;
}

QJsonObject AxisMemory::toJson() const {
  QJsonObject json;
  for (const auto& [name, one] : kept_) json[name] = one;
  return json;
}

AxisMemory AxisMemory::from(const QJsonObject& json) {
  AxisMemory memory;
  for (auto it = json.begin(); it != json.end(); ++it) memory.kept_[it.key()] = it->toObject();
  return memory;
}

}  // namespace ng::views
