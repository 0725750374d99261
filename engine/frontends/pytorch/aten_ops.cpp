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
                                      "meshgrid",
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

struct Synonym {
  std::string_view name, plain;
};
// Sorted.
constexpr Synonym synonyms[] = {{"arccosh", "acosh"},       {"arcsinh", "asinh"},
                                {"arctan2", "atan2"},       {"arctanh", "atanh"},
                                {"concatenate", "cat"},     {"divide", "div"},
                                {"fix", "trunc"},           {"greater_equal", "ge"},
                                {"less_equal", "le"},       {"moveaxis", "movedim"},
                                {"multiply", "mul"},        {"negative", "neg"},
                                {"not_equal", "ne"},        {"row_stack", "vstack"},
                                {"special_erf", "erf"},     {"special_erfc", "erfc"},
                                {"special_exp2", "exp2"},   {"special_expit", "sigmoid"},
                                {"special_expm1", "expm1"}, {"special_log1p", "log1p"},
                                {"special_logit", "logit"}, {"special_logsumexp", "logsumexp"},
                                {"special_round", "round"}, {"special_sinc", "sinc"},
                                {"special_xlogy", "xlogy"}, {"subtract", "sub"},
                                {"swapdims", "transpose"}};

// "add" of "add.Tensor".
std::string_view without_overload(std::string_view name) {
  return name.substr(0, name.find('.'));
}

}  // namespace

std::span<const OpRow> all_rows() {
  static const std::vector<OpRow> rows = [] {
    std::vector<OpRow> all;
    for (const auto family :
         {activation_rows,    arithmetic_rows, attention_rows,    composed_rows, distance_rows,
          image_rows,         index_rows,      loop_rows,         loss_rows,     matrix_rows,
          normalisation_rows, order_rows,      quantisation_rows, random_rows,   recurrent_rows,
          reduction_rows,     shape_rows,      source_rows,       symbol_rows,   window_rows}) {
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

std::string_view plain_name(std::string_view name) {
  const auto at = std::lower_bound(
      std::begin(synonyms), std::end(synonyms), name,
      [](const Synonym& each, std::string_view other) { return each.name < other; });
  return at != std::end(synonyms) && at->name == name ? at->plain : name;
}

bool is_view(std::string_view op_type) {
  if (!op_type.starts_with(aten)) return false;
  const std::string_view name = without_overload(op_type.substr(aten.size()));
  return std::find(std::begin(views), std::end(views), name) != std::end(views);
}

}  // namespace ng::pytorch
