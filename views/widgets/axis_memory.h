// SPDX-License-Identifier: Apache-2.0
// Where the user put the axes of tensors, and the indexes chosen, by the name of the op.
#pragma once

#include <QJsonObject>
#include <QString>
#include <map>

#include "views/widgets/tensor_slice.h"

namespace ng::views {

class AxisMemory {
 public:
  void keep(const TensorSlice& slice);
  // Cut as its tensor was kept; as it is where that was not, or had another rank.
  TensorSlice cut(TensorSlice slice) const;

  QJsonObject toJson() const;
  static AxisMemory from(const QJsonObject& json);

 private:
  std::map<QString, QJsonObject> kept_;
};

}  // namespace ng::views
