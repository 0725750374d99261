// SPDX-License-Identifier: Apache-2.0
// Convolution and pooling in the order of axes in which their images are at hand, so that nothing
// is copied to another order and back.
#include <algorithm>
#include <string>

#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"
#include "engine/runtime/window_steps.h"

namespace ng {
namespace {

// Are images (C, D, H, W, N) views of a value whose outermost axis is the batch?
bool has_batch_outermost(const Value& images) {
  const Axis& batch = images.axes()[4];
  if (batch.length() == 1) return false;
  const Node* node = images.node.get();
  if (node->def->traits.view != ViewKind::by_name) return false;
  while (node->def->traits.view == ViewKind::by_name) node = node->operands[0].node.get();
  const Axes& stored = node->results[0].axes;
  const auto outermost = std::find_if(stored.begin(), stored.end(),
                                      [](const Axis& axis) { return axis.length() != 1; });
  return outermost != stored.end() && *outermost == batch;
}

bool is_convolution(const Node& node, bool batch_first) {
  return node.def->traits.window == WindowKind::convolution &&
         convolution_of(node).batch_first == batch_first;
}

// The convolution of the images in the other order, whose result is reordered.
Value reordered(const Node& convolution, bool to_first) {
  const auto order = [to_first](const Axes& axes) {
    return to_first ? batch_first(axes) : batch_last(axes);
  };
  const Op images(convolution.operands[0]), filters(convolution.operands[1]);
  const Axes& axes = convolution.results[0].axes;
  Attributes attributes = convolution.attributes;
  attributes.set("batch_first", std::int64_t{to_first});
  attributes.set("axes", order(axes));
  const Op ordered = axes_with_order(images, order(images.axes()));
  const Op made = make_op(*convolution.def, {ordered, filters}, std::move(attributes));
  return axes_with_order(made, axes).value();
}

Value convolution_of_batch_first(const NodePtr& node, PassContext&) {
  const bool applies = is_convolution(*node, false) && has_batch_outermost(node->operands[0]);
  return applies ? reordered(*node, true) : Value{};
}

Value convolution_of_batch_last(const NodePtr& node, PassContext&) {
  return is_convolution(*node, true) ? reordered(*node, false) : Value{};
}

// Axes without a name of their own are numbered by each process, and ranks must compile the same
// program: hence these names.
Axis single_axis(const Axes& images, const Axes& made) {
  std::string name = "single";
  const auto taken = [&name](const Axis& axis) { return axis.name() == name; };
  const auto in = [&taken](const Axes& axes) {
    return std::any_of(axes.begin(), axes.end(), taken);
  };
  while (in(images) || in(made)) name += "_";
  return make_axis(1, name);
}

// Axes (N, C, …) as (N C, …).
Axes joined(const Axes& axes) {
  const std::string name = axes[0].name() + "_" + axes[1].name();
  std::vector<Axis> all{make_flattened_axis({axes[0], axes[1]}).named(name)};
  all.insert(all.end(), axes.begin() + 2, axes.end());
  return Axes(std::move(all));
}

// Images and channels do not meet in a window: they are as one axis of channels.
Value pooling_of_all_channels(const NodePtr& node, PassContext&) {
  if (node->def->traits.window != WindowKind::pooling || !has_batch_outermost(node->operands[0]))
    return {};
  const Pooling sizes = pooling_of(*node);
  if (sizes.window[0] != 1 || sizes.stride[0] != 1 || sizes.padding[0] != 0) return {};
  const Axes made = batch_first(node->results[0].axes);
  const Op given(node->operands[0]);
  const Op images = axes_with_order(given, batch_first(given.axes()));
  const Op flat = flatten(images, joined(images.axes()));
  const Axes one(single_axis(flat.axes(), joined(made)));
  Attributes attributes = node->attributes;
  attributes.set("axes", joined(made) + one);
  const Op pooled =
      make_op(*node->def, {broadcast(flat, flat.axes() + one)}, std::move(attributes));
  return axes_with_order(unflatten(slice_along_axis(pooled, one[0], 0), made),
                         node->results[0].axes)
      .value();
}

constexpr Rule to_batch_first[] = {
    {"convolution of reordered images -> batch_first", convolution_of_batch_first},
    {"pooling of reordered images -> pooling of all channels", pooling_of_all_channels},
};
constexpr Rule to_batch_last[] = {
    {"batch_first -> convolution of reordered images", convolution_of_batch_last},
};

// These read images with the batch last, too.
bool has_window_gradients(const Graph& graph) {
  const std::vector<NodePtr> nodes = ordered_nodes(graph);
  return std::any_of(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    const WindowKind window = node->def->traits.window;
    return window == WindowKind::convolution_gradient || window == WindowKind::pooling_gradient;
  });
}

Graph run(const Graph& graph, PassContext& context) {
  if (!context.options.batch_first) return rewrite(graph, to_batch_last, context);
  return has_window_gradients(graph) ? graph : rewrite(graph, to_batch_first, context);
}

std::vector<std::string_view> all_rules() {
  std::vector<std::string_view> names = names_of(to_batch_first);
  for (const std::string_view name : names_of(to_batch_last)) names.push_back(name);
  return names;
}

}  // namespace

const Pass choose_layout = {
    .name = "choose_layout",
    .sentence =
        "convolution and pooling of images reordered to (C, D, H, W, N) -> of (N, C, D, H, "
        "W) as they are stored",
    .phase = PassPhase::graph,
    .condition =
        "the transformer convolves images with the batch first; in a computation without gradients "
        "of windows",
    .reason =
        "after expand_composites and fold_constants; before simplify, which removes the "
        "reorders that are left",
    .run = run,
    .rules = all_rules(),
};

}  // namespace ng
