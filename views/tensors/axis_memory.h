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
  // The tensor cut as it was kept; afresh where it was not, or its rank is another.
  TensorSlice cut(const TensorPtr& tensor) const;

  QJsonObject toJson() const;
  static AxisMemory from(const QJsonObject& json);

 private:
  std::map<QString, QJsonObject> kept_;
};

}  // namespace ng::views
