// SPDX-License-Identifier: Apache-2.0
// MaxUnpool: the elements of a pooled image at the places that MaxPool took them from.
#include <algorithm>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/ordering/scatter.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

// The shape that was pooled, by the attributes; places are indices into it.
Shape pooled_shape(const NodeContext& n) {
  const auto kernel = n.list("kernel_shape"), strides = n.list("strides"), pads = n.list("pads");
  Shape shape = n.shape();
  const std::size_t spatial = shape.size() < 3 ? 0 : shape.size() - 2;
  if (spatial == 0) NodeContext::refuse("its input has no spatial dimensions");
  NodeContext::need_count("its kernel_shape", kernel.size(), spatial);
  if (!strides.empty()) NodeContext::need_count("its list of strides", strides.size(), spatial);
  if (!pads.empty()) NodeContext::need_count("its list of pads", pads.size(), 2 * spatial);
  for (std::size_t i = 0; i < spatial; ++i) {
    const std::int64_t stride = strides.empty() ? 1 : strides[i];
    const std::int64_t padding = pads.empty() ? 0 : pads[i] + pads[i + spatial];
    NodeContext::need_short(std::max({stride, padding, kernel[i], shape[i + 2]}));
    shape[i + 2] = (shape[i + 2] - 1) * stride - padding + kernel[i];
    if (shape[i + 2] < 1) NodeContext::refuse("its result has no elements");
  }
  return shape;
}

void max_unpool(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Shape pooled = pooled_shape(n);
  const Op x = n.op(0);
  NodeContext::need_shape("its list of places", n.shape(1), n.shape());
  const std::int64_t count = element_count(n.shape());
  const Op updates = regrouped(n, x, {count}, "element");
  const std::int64_t size = element_count(pooled);
  const Op places = renamed(regrouped(n, n.indices(1), {count}, "element"), {updates.axes()[0]});
  const Axis element = n.fresh(size, "element");
  const Op zeros = broadcast(number(0, n.dtype()), Axes{element});
  const Op made = regrouped(n, scatter(zeros, places, updates, element), pooled);
  if (!n.has(2)) return n.result(made);
  const auto wanted = n.integers(2, "its output shape");
  NodeContext::need_count("its output shape", wanted.size(), pooled.size());
  std::vector<std::int64_t> after;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    NodeContext::need_short(wanted[i]);
    after.push_back(wanted[i] - pooled[i]);
    if (after[i] < 0 || (i < 2 && after[i] != 0)) {
      NodeContext::need_shape("its result by the attributes", pooled, wanted);
    }
  }
  n.result(padded(n, made, std::vector<std::int64_t>(after.size(), 0), after, 0));
}

constexpr OpRow rows[] = {
    {"MaxUnpool", 9, 0, max_unpool},
};

}  // namespace

std::span<const OpRow> unpooling_rows() {
  return rows;
}

}  // namespace ng::onnx
