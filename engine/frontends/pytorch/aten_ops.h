// SPDX-License-Identifier: Apache-2.0
// The ops of PyTorch that are imported: one row an op or overload. A row builds its results from
// the arguments of the node (op_arguments.h).
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>

#include "engine/frontends/onnx/onnx_ops.h"

namespace ng::pytorch {

using onnx::NodeContext;
using onnx::OpRow;

// Rows by name; they must outlive the table.
class RowTable {
 public:
  explicit RowTable(std::span<const OpRow> rows) {
    for (const OpRow& row : rows) by_name_.emplace(row.name, &row);
  }
  // As find_row.
  const OpRow* find(std::string_view op_type) const;

 private:
  std::unordered_map<std::string_view, const OpRow*> by_name_;
};

// By "aten.add.Tensor", whose row is "add.Tensor" or else "add"; "operator.add" and "torch.sym_max"
// have rows of these names. Null if the op is not imported.
const OpRow* find_row(std::string_view op_type);
std::span<const OpRow> all_rows();

// The name under which an op has its row: "mul" of its synonym "multiply", others as they are.
std::string_view plain_name(std::string_view name);

// May the first result share its elements with the first operand?
bool is_view(std::string_view op_type);

// Rows of one family each.
std::span<const OpRow> activation_rows();
std::span<const OpRow> arithmetic_rows();
std::span<const OpRow> attention_rows();
std::span<const OpRow> composed_rows();
std::span<const OpRow> distance_rows();
std::span<const OpRow> image_rows();
std::span<const OpRow> index_rows();
std::span<const OpRow> loop_rows();
std::span<const OpRow> loss_rows();
std::span<const OpRow> matrix_rows();
std::span<const OpRow> normalisation_rows();
std::span<const OpRow> order_rows();
std::span<const OpRow> quantisation_rows();
std::span<const OpRow> random_rows();
std::span<const OpRow> recurrent_rows();
std::span<const OpRow> reduction_rows();
std::span<const OpRow> shape_rows();
std::span<const OpRow> source_rows();
std::span<const OpRow> symbol_rows();
std::span<const OpRow> window_rows();

}  // namespace ng::pytorch
