// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/onnx_ops.h"

#include <unordered_map>
#include <vector>

namespace ng::onnx {

std::span<const OpRow> all_rows() {
  static const std::vector<OpRow> rows = [] {
    std::vector<OpRow> all;
    for (const auto family :
         {activation_rows,   arithmetic_rows,  attention_rows,     bit_rows,
          box_rows,          convolution_rows, deformable_rows,    determinant_rows,
          einsum_rows,       fold_rows,        index_rows,         linear_attention_rows,
          loss_rows,         matrix_rows,      normalisation_rows, ordering_rows,
          quantisation_rows, random_rows,      recurrent_rows,     reduction_rows,
          region_rows,       resize_rows,      sampling_rows,      scatter_rows,
          shape_rows,        signal_rows,      source_rows,        token_rows,
          unpooling_rows,    window_rows}) {
      const std::span<const OpRow> some = family();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return rows;
}

const OpRow* find_row(std::string_view op_type, std::int64_t opset) {
  static const auto by_name = [] {
    std::unordered_multimap<std::string_view, const OpRow*> map;
    for (const OpRow& row : all_rows()) map.emplace(row.name, &row);
    return map;
  }();
  const auto [first, last] = by_name.equal_range(op_type);
  for (auto at = first; at != last; ++at) {
    const OpRow& row = *at->second;
    if (opset >= row.since && (row.until == 0 || opset <= row.until)) return &row;
  }
  return nullptr;
}

}  // namespace ng::onnx
