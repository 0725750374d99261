// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/stablehlo_ops.h"

#include <unordered_map>
#include <vector>

namespace ng::stablehlo {

std::span<const OpRow> all_rows() {
  static const std::vector<OpRow> rows = [] {
    std::vector<OpRow> all;
    for (const auto family :
         {bit_rows, elementwise_rows, function_rows, index_rows, matrix_rows, order_rows,
          reduction_rows, shape_rows, slice_rows, source_rows, window_rows}) {
      const std::span<const OpRow> some = family();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return rows;
}

const OpRow* find_row(std::string_view op_type) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const OpRow*> map;
    for (const OpRow& row : all_rows()) map.emplace(row.name, &row);
    return map;
  }();
  constexpr std::string_view dialect = "stablehlo.";
  if (op_type.starts_with(dialect)) op_type.remove_prefix(dialect.size());
  const auto at = by_name.find(op_type);
  return at == by_name.end() ? nullptr : at->second;
}

}  // namespace ng::stablehlo
