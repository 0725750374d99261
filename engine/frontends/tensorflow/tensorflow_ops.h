// SPDX-License-Identifier: Apache-2.0
// The ops of TensorFlow that are imported: one row an op. A row builds its results from the inputs
// of a NodeContext, whose attributes are those of the NodeDef.
#pragma once

#include <span>
#include <string_view>

#include "engine/frontends/onnx/onnx_ops.h"

namespace ng::tensorflow {

using onnx::NodeContext;
using onnx::OpRow;

// Null if the op is not imported.
const OpRow* find_row(std::string_view op);
std::span<const OpRow> all_rows();

// Rows of one family each.
std::span<const OpRow> activation_rows();
std::span<const OpRow> arithmetic_rows();
std::span<const OpRow> diagonal_rows();
std::span<const OpRow> image_rows();
std::span<const OpRow> index_rows();
std::span<const OpRow> loop_rows();
std::span<const OpRow> loss_rows();
std::span<const OpRow> matrix_rows();
std::span<const OpRow> normalisation_rows();
std::span<const OpRow> reduction_rows();
std::span<const OpRow> shape_rows();
std::span<const OpRow> slice_rows();
std::span<const OpRow> source_rows();
std::span<const OpRow> state_rows();
std::span<const OpRow> window_rows();

}  // namespace ng::tensorflow
