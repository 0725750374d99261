// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/aten_ops.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace ng::pytorch {
namespace {

constexpr std::string_view aten = "aten.";

// Sorted.
constexpr std::string_view views[] = {"_conj",
                                      "_neg_view",
                                      "_reshape_alias",
                                      "adjoint",
                                      "alias",
                                      "alpha_dropout",
                                      "as_strided",
                                      "broadcast_tensors",
                                      "chunk",
                                      "conj",
                                      "contiguous",
                                      "detach",
                                      "diagonal",
                                      "dropout",
                                      "expand",
                                      "expand_as",
                                      "feature_dropout",
                                      "flatten",
                                      "imag",
                                      "mH",
                                      "mT",
                                      "matrix_H",
                                      "movedim",
                                      "narrow",
                                      "numpy_T",
                                      "permute",
                                      "real",
                                      "reshape",
                                      "reshape_as",
                                      "resolve_conj",
                                      "resolve_neg",
                                      "select",
                                      "slice",
                                      "split",
                                      "split_with_sizes",
                                      "squeeze",
                                      "swapaxes",
                                      "t",
                                      "to",
                                      "transpose",
                                      "type_as",
                                      "unbind",
                                      "unflatten",
                                      "unfold",
                                      "unsqueeze",
                                      "view",
                                      "view_as",
                                      "view_as_complex",
                                      "view_as_real"};

// "add" of "add.Tensor".
std::string_view without_overload(std::string_view name) {
  return name.substr(0, name.find('.'));
}

}  // namespace

std::span<const OpRow> all_rows() {
  static const std::vector<OpRow> rows = [] {
    std::vector<OpRow> all;
    for (const auto family :
         {activation_rows, arithmetic_rows, attention_rows, distance_rows, image_rows, index_rows,
          loop_rows, loss_rows, matrix_rows, normalisation_rows, order_rows, quantisation_rows,
          random_rows, recurrent_rows, reduction_rows, shape_rows, source_rows, symbol_rows,
          window_rows}) {
      const std::span<const OpRow> some = family();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return rows;
}

const OpRow* RowTable::find(std::string_view op_type) const {
  const bool native = op_type.starts_with(aten);
  const std::string_view name = native ? op_type.substr(aten.size()) : op_type;
  auto at = by_name_.find(name);
  if (at == by_name_.end() && native) at = by_name_.find(without_overload(name));
  return at == by_name_.end() ? nullptr : at->second;
}

const OpRow* find_row(std::string_view op_type) {
  static const RowTable table(all_rows());
  return table.find(op_type);
}

bool is_view(std::string_view op_type) {
  if (!op_type.starts_with(aten)) return false;
  const std::string_view name = without_overload(op_type.substr(aten.size()));
  return std::find(std::begin(views), std::end(views), name) != std::end(views);
}

}  // namespace ng::pytorch
