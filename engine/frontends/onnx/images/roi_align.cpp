// SPDX-License-Identifier: Apache-2.0
// RoiAlign: bins of regions of images, sampled between the elements.
#include <algorithm>
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 31;  // of all samples
constexpr std::int64_t most_samples = 256;                     // of a bin, along one dimension

// The samples of one dimension, over the axes region, bin and sample.
struct Samples {
  Op low, high;  // indices of the neighbours
  Op far;        // the share of `high`
  Op inside;     // the place is not outside of the image by more than 1
  Op counts;     // the sample is one of this region; null: all are
  Op fits;       // the region has no more samples than these; null: known
  Op share;      // of each sample in the mean of the bin, over regions
  Axis bin, sample;
};

class Regions {
 public:
  explicit Regions(NodeContext& n) : n_(n), rois_(value_of(n.op(1), places(n))) {
    if (n.rank() != 4 || n.rank(1) != 2 || n.shape(1)[1] != 4 || n.rank(2) != 1 ||
        n.shape(2)[0] != n.shape(1)[0]) {
      NodeContext::refuse("its regions do not fit its input");
    }
    const bool asked = n.opset >= 16;
    const std::string mode =
        n.choice("coordinate_transformation_mode", asked ? "half_pixel" : "output_half_pixel",
                 {"half_pixel", "output_half_pixel"});
    half_pixel_ = mode == "half_pixel";
    n.dims.equate(rois_.axes()[0], n.op(2).axes()[0]);
  }

  static DType places(const NodeContext& n) {
    return n.dtype() == DType::f64 ? DType::f64 : DType::f32;
  }

  const Axis& region() const { return rois_.axes()[0]; }

  // Along the rows of the image (first = 1) or along its columns (first = 0).
  Samples along(std::size_t first, std::int64_t length, std::int64_t bins) {
    const Op start = edge(first);
    Op size = edge(first + 2) - start;
    if (!half_pixel_) size = maximum(size, 1);  // as large as an element at least
    const Op each = size / static_cast<double>(bins);
    Samples s;
    s.bin = n_.fresh(bins, first == 1 ? "H" : "W");
    const std::int64_t ratio = n_.integer("sampling_ratio", 0);
    s.sample = n_.fresh(ratio > 0 ? ratio : largest(first, length, bins), "sample");
    if (s.sample.length() > most_samples) NodeContext::refuse("its bins have over 256 samples");
    Op count = number(static_cast<double>(ratio), start.dtype());
    if (ratio <= 0) {
      count = maximum(ceil(each), 0);
      s.counts = less(ramp(s.sample), count);
      if (!n_.known(1)) s.fits = less_equal(count, static_cast<double>(s.sample.length()));
    }
    s.share = reciprocal(maximum(count, 1));
    const Op place = start + (ramp(s.bin) + (ramp(s.sample) + 0.5) * s.share) * each;
    const auto last = static_cast<double>(length - 1);
    s.inside = greater_equal(place, -1) * less_equal(place, last + 1);
    // Places outside are clamped, so that their indices are those of elements.
    const Op within = maximum(minimum(place, last), 0), low = floor(within);
    s.far = within - low;
    s.low = value_of(low, DType::i64);
    s.high = value_of(minimum(low + 1, last), DType::i64);
    return s;
  }

 private:
  Op edge(std::size_t column) const {
    const Op given = without(part(n_, rois_, 1, static_cast<std::int64_t>(column), 1), {1});
    const double offset = half_pixel_ ? 0.5 : 0;
    return given * n_.number("spatial_scale", 1) - offset;
  }

  // The most samples that a bin of a region has. Regions that are computed at run time are as large
  // as the image.
  std::int64_t largest(std::size_t first, std::int64_t length, std::int64_t bins) const {
    const ng::Tensor* rois = n_.known(1);
    double most = half_pixel_ ? 0 : 1;
    if (!rois) most = static_cast<double>(length);
    for (std::int64_t i = 0; rois && i < rois->shape[0]; ++i) {
      const auto at = 4 * i + static_cast<std::int64_t>(first);
      most = std::max(most, (rois->at(at + 2) - rois->at(at)) * n_.number("spatial_scale", 1));
    }
    // One more than necessary, because the regions are rounded to their type.
    const double samples = std::ceil(most / static_cast<double>(bins)) + 1;
    return samples < 1e9 ? static_cast<std::int64_t>(samples) : std::int64_t{1} << 30;
  }

  NodeContext& n_;
  Op rois_;
  bool half_pixel_ = true;
};

// The four neighbours of every sample, each times its weight, over all axes.
std::vector<Op> neighbours(NodeContext& n, const Axis& region, const Samples& y, const Samples& x) {
  const Op image = n.op(0);
  const Shape shape = n.shape();
  const std::vector<Axis> a = image.axes().list();
  const Op rows = regrouped(n, over(image, Axes{a[0], a[2], a[3], a[1]}),
                            {shape[0] * shape[2] * shape[3], shape[1]}, "element");
  n.dims.keep_apart({region, y.bin, y.sample, x.bin, x.sample, a[1]});
  const Axes places{region, y.bin, y.sample, x.bin, x.sample};
  const Op batch = renamed(n.indices(2), {region});
  const Op inside = y.inside * x.inside;
  std::vector<Op> found;
  for (const bool down : {false, true}) {
    for (const bool right : {false, true}) {
      Op index;
      {
        const ScopedResultType type(DType::i64);
        const Op row = batch * static_cast<double>(shape[2]) + (down ? y.high : y.low);
        index = over(row * static_cast<double>(shape[3]) + (right ? x.high : x.low), places);
      }
      const Op weight = (down ? y.far : Op(-y.far) + 1) * (right ? x.far : Op(-x.far) + 1) * inside;
      found.push_back(taken(n, rows, 0, index) * weight);
    }
  }
  return found;
}

void roi_align(NodeContext& n) {
  const ScopedResultType type(Regions::places(n));
  Regions regions(n);
  const Shape shape = n.shape();
  const std::int64_t height = n.integer("output_height", 1), width = n.integer("output_width", 1);
  if (height < 1 || width < 1) NodeContext::refuse("its result has no elements");
  NodeContext::need_short(std::max(height, width));
  const Shape made{n.shape(1)[0], shape[1], height, width};
  if (element_count(made) == 0) return n.result(nothing(n, made, n.dtype()));
  if (element_count(shape) == 0) NodeContext::refuse("its image has no elements");
  const Samples y = regions.along(1, shape[2], height), x = regions.along(0, shape[3], width);
  const std::int64_t regions_of_all = element_count({y.bin.length(), x.bin.length(), made[0]});
  if (element_count({y.sample.length(), x.sample.length(), shape[1]}) >
      most_elements / regions_of_all) {
    NodeContext::refuse("its regions have over 2^31 samples");
  }
  const std::vector<Op> all = neighbours(n, regions.region(), y, x);
  const Over samples = reduce_over(Axes{y.sample, x.sample});
  const Op counts = product(y.counts, x.counts);
  Op result;
  if (n.choice("mode", "avg", {"avg", "max"}) == "avg") {
    Op value = all[0] + all[1] + all[2] + all[3];
    if (counts) value = where(counts, value, 0);
    result = sum(value, samples) * y.share * x.share;
  } else {
    // The largest weighted neighbour, as in ONNX Runtime and the node tests; not of their sums.
    Op value = maximum(maximum(all[0], all[1]), maximum(all[2], all[3]));
    if (counts) value = where(counts, value, -HUGE_VAL);
    result = max(value, samples);
    if (counts) result = where(max(counts, samples), result, 0);
  }
  // A result of larger regions is missing.
  if (const Op fits = product(y.fits, x.fits)) result = where(fits, result, std::nan(""));
  const Axis channels = all[0].axes()[all[0].axes().size() - 1];
  result = over(result, Axes{regions.region(), channels, y.bin, x.bin});
  n.result(value_of(result, n.dtype()));
}

constexpr OpRow rows[] = {
    {"RoiAlign", 10, 0, roi_align},
};

}  // namespace

std::span<const OpRow> region_rows() {
  return rows;
}

}  // namespace ng::onnx
