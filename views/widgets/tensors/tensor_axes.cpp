// SPDX-License-Identifier: Apache-2.0
// Infers the meaning of axes from their names and roles.
#include "views/widgets/tensors/tensor_axes.h"

#include <array>
#include <utility>

#include "engine/records/tensor_record.h"
#include "views/widgets/tensors/tensor_slice.h"

namespace ng::views {
namespace {

// "H" for "H", "conv/H_3" or "H2". The dual axis of H is not H.
QString baseName(const AxisRecord& axis) {
  QString name = axisText(axis.name).section(u'/', -1);
  while (!name.isEmpty() && (name.back().isDigit() || name.back() == u'_')) name.chop(1);
  return name.toUpper();
}

const std::array<std::pair<const char*, const char*>, 4> pairs{
    {{"H", "W"}, {"R", "S"}, {"HEIGHT", "WIDTH"}, {"P", "Q"}}};

}  // namespace

TensorAxes tensorAxes(const TensorRecord& tensor) {
  TensorAxes axes;
  const std::size_t rank = std::min(tensor.axes.size(), tensor.value.shape.size());
  std::vector<QString> names;
  for (std::size_t i = 0; i < rank; ++i) names.push_back(baseName(tensor.axes[i]));
  const auto find = [&](const QString& name) {
    for (std::size_t i = 0; i < rank; ++i)
      if (names[i] == name) return static_cast<int>(i);
    return -1;
  };
  for (const auto& [down, across] : pairs) {
    const int d = find(QString(down)), a = find(QString(across));
    if (axes.down < 0 && d >= 0 && a >= 0) axes.down = d, axes.across = a;
  }
  for (int i = 0; i < static_cast<int>(rank); ++i) {
    const std::optional<AxisRole> role = tensor.axes[static_cast<std::size_t>(i)].role;
    const QString& name = names[static_cast<std::size_t>(i)];
    if (i == axes.down || i == axes.across) continue;
    if (axes.batch < 0 && (role == AxisRole::batch || name == "N"))
      axes.batch = i;
    else if (axes.time < 0 && (role == AxisRole::recurrent || name == "REC"))
      axes.time = i;
    else if (axes.channel < 0 && (role == AxisRole::channel || name == "C"))
      axes.channel = i;
    else if (tensor.value.shape[static_cast<std::size_t>(i)] > 1)
      axes.others.push_back(i);
  }
  return axes;
}

}  // namespace ng::views
