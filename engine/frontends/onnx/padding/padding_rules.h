// SPDX-License-Identifier: Apache-2.0
// Rules by op for inputs with padding, and what they share.
#pragma once

#include <span>
#include <string_view>

#include "engine/frontends/onnx/padding/padding.h"

namespace ng::onnx {

struct PaddedNode {
  NodeContext& n;                // for attributes, shapes and known inputs
  std::vector<ItemPtr>& inputs;  // which the rule may replace

  bool has_padding(std::size_t i) const { return n.has(i) && inputs[i]->count; }
  Padding of(std::size_t i) const { return {inputs[i]->count, inputs[i]->at, {}}; }
  const Axis& axis(std::size_t i) const { return inputs[i]->op.axes()[inputs[i]->at]; }
  // Refuses padding of other inputs than this one.
  Padding only(std::size_t i) const;
  // Refuses two inputs whose lengths are not one value.
  void need_same(std::size_t a, std::size_t b) const;
  // Replaces the padding of input `i`.
  void fill(std::size_t i, const Op& value);
  void fill(std::size_t i, double value);
  // Negative indices of input `i` count from the end of input `data` before its padding. `last`:
  // only those at this position along the last dimension.
  void count_from_end(std::size_t i, std::size_t data, std::optional<std::size_t> last = {});
};

using PaddingRule = Padding (*)(PaddedNode& node);
struct PaddingRow {
  std::string_view op;
  PaddingRule rule;
};

std::span<const PaddingRow> padding_of_values();
std::span<const PaddingRow> padding_of_shapes();
std::span<const PaddingRow> padding_of_selections();

}  // namespace ng::onnx
