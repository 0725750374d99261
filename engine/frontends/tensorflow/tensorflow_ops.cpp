// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/tensorflow_ops.h"

#include <unordered_map>
#include <vector>

namespace ng::tensorflow {

std::span<const OpRow> all_rows() {
  static const std::vector<OpRow> rows = [] {
    std::vector<OpRow> all;
    for (const auto family :
         {activation_rows, arithmetic_rows, diagonal_rows, image_rows, index_rows, loop_rows,
          loss_rows, matrix_rows, normalisation_rows, reduction_rows, shape_rows, slice_rows,
          source_rows, state_rows, window_rows}) {
      const std::span<const OpRow> some = family();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return rows;
}

const OpRow* find_row(std::string_view op) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const OpRow*> map;
    for (const OpRow& row : all_rows()) map.emplace(row.name, &row);
    return map;
  }();
  const auto at = by_name.find(op);
  return at == by_name.end() ? nullptr : at->second;
}

}  // namespace ng::tensorflow
