// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/host_work.h"

#include <algorithm>

#include "engine/graph/op_def.h"
#include "engine/lowering/window_step.h"
#include "engine/ops/collective/transfer.h"
#include "engine/ops/one_hot.h"
#include "engine/ops/ordering/argsort.h"
#include "engine/ops/ordering/cumulative.h"
#include "engine/ops/ordering/scatter.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/pass_through.h"
#include "engine/ops/shapes/join.h"

namespace ng {
namespace {

JoinStep join_step(const Node& node) {
  const Axes& axes = node.results[0].axes;
  JoinStep join;
  for (std::size_t i = 0; i < joined_position(node); ++i) join.rows *= axes[i].length();
  for (const Value& operand : node.operands) {
    join.block_bytes.push_back(byte_size(operand.type()) / std::max<std::int64_t>(1, join.rows));
  }
  return join;
}

// The step of an op along one axis.
std::optional<AxisStep> axis_step(const Node& node) {
  if (auto cumulation = cumulation_of(node)) return *cumulation;
  if (auto sort = argsort_of(node)) return *sort;
  if (auto take = take_of(node)) return std::move(*take);
  if (auto scatter = scatter_of(node)) return std::move(*scatter);
  return std::nullopt;
}

}  // namespace

Work host_work(const NodePtr& node, const ConvolutionSteps& convolutions) {
  if (joins_by_copies(*node)) return join_step(*node);
  if (auto window = window_step(*node, convolutions)) return std::move(*window);
  if (auto axis = axis_step(*node)) return std::move(*axis);
  if (auto check = class_check_of(*node)) return std::move(*check);
  if (auto print = print_step_of(*node)) return std::move(*print);
  if (only_orders(*node)) return CopyStep();
  return EvaluateStep{node};
}

}  // namespace ng
