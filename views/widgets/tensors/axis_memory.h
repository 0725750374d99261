// SPDX-License-Identifier: Apache-2.0
// Stores axis placements and chosen indexes, by the name of the op.
#pragma once

#include <QJsonObject>
#include <QString>
#include <map>

#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {

class AxisMemory {
 public:
  void keep(const TensorSlice& slice);
  // Applies the stored placement of this tensor; returns the slice unchanged if none is stored or
  // the rank differs.
  TensorSlice cut(TensorSlice slice) const;

  QJsonObject toJson() const;
  static AxisMemory from(const QJsonObject& json);

 private:
  std::map<QString, QJsonObject> kept_;
};

}  // namespace ng::views
