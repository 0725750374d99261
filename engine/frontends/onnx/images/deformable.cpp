// SPDX-License-Identifier: Apache-2.0
// DeformConv: a convolution of two dimensions that reads between the elements of the image, at
// offsets that are computed.
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/matrices/matrix.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

using Integers = std::vector<std::int64_t>;

Integers list_or(const NodeContext& n, const char* attribute, std::size_t count,
                 std::int64_t otherwise) {
  if (!n.given(attribute)) return Integers(count, otherwise);
  Integers list = n.list(attribute);
  NodeContext::need_count(attribute, list.size(), count);
  return list;
}

class DeformableConvolution {
 public:
  explicit DeformableConvolution(NodeContext& n)
      : n_(n),
        image_(n.shape()),
        filter_(n.shape(1)),
        groups_(n.integer("group", 1)),
        offset_groups_(n.integer("offset_group", 1)),
        strides_(list_or(n, "strides", 2, 1)),
        dilations_(list_or(n, "dilations", 2, 1)),
        pads_(list_or(n, "pads", 4, 0)) {
    const Shape offsets = n.shape(2);
    if (image_.size() != 4 || filter_.size() != 4 || offsets.size() != 4) {
      NodeContext::refuse("its image has not two dimensions");
    }
    taps_ = filter_[2] * filter_[3];
    made_ = {offsets[2], offsets[3]};
    if (groups_ < 1 || offset_groups_ < 1 || image_[1] % offset_groups_ != 0 ||
        filter_[0] % groups_ != 0 || filter_[1] * groups_ != image_[1]) {
      NodeContext::refuse("its groups do not fit its channels");
    }
    NodeContext::need_shape("its list of offsets", offsets,
                            {image_[0], offset_groups_ * taps_ * 2, made_[0], made_[1]});
    if (n.has(4)) {
      NodeContext::need_shape("its mask", n.shape(4),
                              {image_[0], offset_groups_ * taps_, made_[0], made_[1]});
    }
    if (element_count(image_) == 0 || element_count(offsets) == 0 || element_count(filter_) == 0) {
      NodeContext::refuse("its image has no elements");
    }
  }

  void build() {
    Op read = sampled();
    // (batch, offset group, tap, row, column, channel) to (batch, group, channel and tap, place)
    const Axes a = read.axes();
    read = over(read, Axes{a[0], a[1], a[5], a[2], a[3], a[4]});
    read = regrouped(n_, read, {image_[0], groups_, filter_[1] * taps_, made_[0] * made_[1]});
    const Op filter =
        regrouped(n_, n_.op(1), {groups_, filter_[0] / groups_, filter_[1] * taps_}, "feature");
    const ScopedResultType type(n_.dtype());
    Op result =
        regrouped(n_, matmul(n_, filter, read), {image_[0], filter_[0], made_[0], made_[1]}, "C");
    if (n_.has(3)) {
      NodeContext::need_shape("its bias", n_.shape(3), {filter_[0]});
      const Op bias = renamed(n_.op(3), {result.axes()[1]});
      result = over(result + bias, result.axes());
    }
    n_.result(result);
  }

 private:
  // The places that are read along a dimension, over (batch, offset group, tap, row, column).
  Op places(std::size_t dimension, const Op& offsets) const {
    const Op own = without(part(n_, offsets, 3, static_cast<std::int64_t>(dimension), 1), {3});
    const Axis &tap = own.axes()[2], &made = own.axes()[3 + dimension];
    std::vector<double> steps;
    for (std::int64_t i = 0; i < taps_; ++i) {
      const std::int64_t step = dimension == 0 ? i / filter_[3] : i % filter_[3];
      steps.push_back(static_cast<double>(step * dilations_[dimension] - pads_[dimension]));
    }
    const Op first = constant_along(steps, tap, own.dtype());
    return own + first + ramp(made, 0, static_cast<double>(strides_[dimension]));
  }

  // One of the neighbours of places, and its share; 0 outside of the image.
  struct Neighbour {
    Op index, share;
  };
  Neighbour neighbour(const Op& place, bool higher, std::int64_t length) const {
    const Op low = floor(place), far = place - low;
    const Op at = higher ? low + 1 : low;
    const auto last = static_cast<double>(length - 1);
    const Op inside = greater_equal(at, 0) * less_equal(at, last);
    const Op share = inside * (higher ? far : Op(-far) + 1);
    return {value_of(maximum(minimum(at, last), 0), DType::i64), share};
  }

  // (batch, offset group, tap, row, column, channel)
  Op sampled() {
    const std::int64_t channels = image_[1] / offset_groups_, height = image_[2];
    const ScopedResultType type(n_.dtype());
    const Op offsets = regrouped(
        n_, n_.op(2), {image_[0], offset_groups_, taps_, 2, made_[0], made_[1]}, "offset");
    const Op image =
        regrouped(n_, n_.op(0), {image_[0], offset_groups_, channels, height, image_[3]}, "C");
    const Axes a = image.axes();
    const Op rows =
        regrouped(n_, over(image, Axes{a[0], a[1], a[3], a[4], a[2]}),
                  {image_[0] * offset_groups_ * height * image_[3], channels}, "element");
    const Op y = places(0, offsets), x = places(1, offsets);
    std::vector<Axis> order = offsets.axes().list();
    order.erase(order.begin() + 3);
    Op result;
    for (const bool down : {false, true}) {
      for (const bool right : {false, true}) {
        const Neighbour v = neighbour(y, down, height), h = neighbour(x, right, image_[3]);
        const Op value = taken(n_, rows, 0, row_of(v.index, h.index, Axes(order)));
        const Op share = over(v.share * h.share, Axes(order));
        result = result ? result + value * share : value * share;
      }
    }
    if (n_.has(4)) {
      const Op mask = regrouped(n_, n_.op(4), Axes(order).lengths(), "offset");
      result = result * renamed(mask, order);
    }
    order.push_back(rows.axes()[1]);
    return over(result, Axes(order));
  }

  Op row_of(const Op& y, const Op& x, const Axes& order) const {
    const ScopedResultType type(DType::i64);
    const Op sample = ramp(order[0], 0, static_cast<double>(offset_groups_)) + ramp(order[1]);
    const Op line = sample * static_cast<double>(image_[2]) + y;
    return over(line * static_cast<double>(image_[3]) + x, order);
  }

  NodeContext& n_;
  Shape image_, filter_, made_;
  std::int64_t groups_, offset_groups_, taps_ = 1;
  Integers strides_, dilations_, pads_;
};

void deformable(NodeContext& n) {
  DeformableConvolution(n).build();
}

constexpr OpRow rows[] = {
    {"DeformConv", 19, 0, deformable},
};

}  // namespace

std::span<const OpRow> deformable_rows() {
  return rows;
}

}  // namespace ng::onnx
