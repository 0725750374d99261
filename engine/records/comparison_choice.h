// SPDX-License-Identifier: Apache-2.0
// What a call on a transformer is compared with.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ng {

enum class ComparedWith { transformer, precision, onnxruntime, values };
constexpr auto names_of(ComparedWith) {
  return std::to_array<std::string_view>({"transformer", "precision", "onnxruntime", "values"});
}

struct ComparisonChoice {
  std::string left;  // transformer
  ComparedWith with = ComparedWith::transformer;
  // The other transformer, a float dtype, or a file of arrays by the names of ops; empty for ONNX
  // Runtime.
  std::string right;
  std::optional<double> rtol;        // empty: 1e-5; between precisions, that of the coarser one
  std::vector<std::string> renames;  // rules for the names of arrays (tensor_rules.h)
  bool operator==(const ComparisonChoice&) const = default;
};

}  // namespace ng
