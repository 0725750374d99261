// SPDX-License-Identifier: Apache-2.0
// The ONNX ops that are imported: one row an op and range of opset versions.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

struct OpRow {
  std::string_view name;
  std::int64_t since = 1, until = 0;  // opset versions; 0: to the newest
  void (*build)(NodeContext&) = nullptr;
};

inline constexpr std::int64_t newest_opset = 28;

// Null if no version of the op is imported.
const OpRow* find_row(std::string_view op_type, std::int64_t opset);
std::span<const OpRow> all_rows();

// Rows of one family each.
std::span<const OpRow> activation_rows();
std::span<const OpRow> arithmetic_rows();
std::span<const OpRow> attention_rows();
std::span<const OpRow> bit_rows();
std::span<const OpRow> box_rows();
std::span<const OpRow> convolution_rows();
std::span<const OpRow> deformable_rows();
std::span<const OpRow> determinant_rows();
std::span<const OpRow> einsum_rows();
std::span<const OpRow> fold_rows();
std::span<const OpRow> index_rows();
std::span<const OpRow> linear_attention_rows();
std::span<const OpRow> loss_rows();
std::span<const OpRow> matrix_rows();
std::span<const OpRow> normalisation_rows();
std::span<const OpRow> ordering_rows();
std::span<const OpRow> quantisation_rows();
std::span<const OpRow> random_rows();
std::span<const OpRow> recurrent_rows();
std::span<const OpRow> reduction_rows();
std::span<const OpRow> region_rows();
std::span<const OpRow> resize_rows();
std::span<const OpRow> sampling_rows();
std::span<const OpRow> scatter_rows();
std::span<const OpRow> shape_rows();
std::span<const OpRow> signal_rows();
std::span<const OpRow> source_rows();
std::span<const OpRow> token_rows();
std::span<const OpRow> unpooling_rows();
std::span<const OpRow> window_rows();

// What rows and the rules for padding read alike. All refuse what does not fit.
// Integers that are an attribute in old opsets and input `i` in new ones.
std::vector<std::int64_t> listed(const NodeContext& n, std::string_view attribute, std::size_t i);
// Of a Slice: equally long lists; by attributes before opset 10.
struct SliceBounds {
  std::vector<std::int64_t> starts, ends, axes, steps;
};
SliceBounds slice_bounds(const NodeContext& n);
// Of a reduction: the dimensions that it reduces, in ascending order.
std::vector<std::size_t> reduced_dimensions(const NodeContext& n);

}  // namespace ng::onnx
