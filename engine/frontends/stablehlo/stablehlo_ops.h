// SPDX-License-Identifier: Apache-2.0
// The ops of StableHLO and CHLO that are imported: one row an op. A row builds its results from
// the operands and attributes of the node.
#pragma once

#include <span>
#include <string_view>

#include "engine/frontends/onnx/onnx_ops.h"

namespace ng::stablehlo {

using onnx::NodeContext;
using onnx::OpRow;

// By "stablehlo.add", whose row is "add", or "chlo.erf", whose row has this name; also of nodes
// that the converter makes. Null if the op is not imported.
const OpRow* find_row(std::string_view op_type);
std::span<const OpRow> all_rows();

// Rows of one family each.
std::span<const OpRow> bit_rows();
std::span<const OpRow> elementwise_rows();
std::span<const OpRow> function_rows();
std::span<const OpRow> index_rows();
std::span<const OpRow> matrix_rows();
std::span<const OpRow> order_rows();
std::span<const OpRow> reduction_rows();
std::span<const OpRow> shape_rows();
std::span<const OpRow> slice_rows();
std::span<const OpRow> source_rows();
std::span<const OpRow> window_rows();

}  // namespace ng::stablehlo
