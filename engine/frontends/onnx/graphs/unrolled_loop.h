// SPDX-License-Identifier: Apache-2.0
// A Loop whose iterations are built one after the other: their numbers are known, and states may
// change their shapes.
#pragma once

#include <optional>
#include <vector>

#include "engine/frontends/onnx/model_builder.h"

namespace ng::onnx {

class UnrolledLoop {
 public:
  explicit UnrolledLoop(ModelBuilder& builder) : builder_(builder) {}

  static constexpr std::int64_t most_trips = 64;

  // The results of `body` after at most `trips` iterations, from these states. Nothing, also in the
  // model, if an iteration cannot run or the condition after one is computed at run time.
  std::optional<std::vector<ItemPtr>> build(const Node& node, const Graph& body, std::int64_t trips,
                                            const std::vector<ItemPtr>& states,
                                            const ModelBuilder::Scope& scope);

 private:
  // The same, but throws NotImported.
  std::vector<ItemPtr> unrolled(const Node& node, const Graph& body, std::int64_t trips,
                                std::vector<ItemPtr> states, const ModelBuilder::Scope& scope);
  // What the body returns: its condition, states and outputs.
  std::vector<ItemPtr> iterate(const Node& node, const Graph& body, std::int64_t iteration,
                               const std::vector<ItemPtr>& states,
                               const ModelBuilder::Scope& scope);
  ItemPtr stacked(const Node& node, const std::vector<ItemPtr>& items);

  ModelBuilder& builder_;
};

}  // namespace ng::onnx
