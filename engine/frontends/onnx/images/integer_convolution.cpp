// SPDX-License-Identifier: Apache-2.0
// The convolution of the bytes as they are stored is one op; the zero points become corrections by
// sums of filters and images over the n elements of a window:
//   Σ (x - p)(w - q) = Σ x w - p Σ w - q Σ x + n p q.
// A known p is the value of the padding, so that Σ w and n are those of whole windows. For another
// p the padding is 0, and they are convolutions of an image of ones.
#include "engine/frontends/onnx/images/integer_convolution.h"

#include <algorithm>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/images/window_geometry.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

bool is_known_zero(const ItemPtr& item) {
  if (!item) return true;
  if (!item->known) return false;
  for (std::int64_t i = 0; i < item->known->size(); ++i) {
    if (item->known->at(i) != 0) return false;
  }
  return true;
}

bool is_one_number(const ItemPtr& item) {
  return element_count(item->shape()) == 1;
}

// One number without axes, or one per element of x's second dimension.
Op per_channel(NodeContext& n, const ItemPtr& item, const Op& x, DType dtype) {
  const Op value = value_of(op_of(*item, n.dims), dtype);
  if (value.axes().empty()) return value;
  if (value.axes().size() == 1 && value.axes()[0].length() == 1) return without(value, {0});
  NodeContext::need_shape("its scale or zero point", value.axes().lengths(),
                          {x.axes()[1].length()});
  n.dims.equate(x.axes()[1], value.axes()[0]);
  return renamed(value, {x.axes()[1]});
}

// Filters whose zero points are subtracted at import, if they are then int8.
std::optional<ng::Tensor> centred(const QuantisedBytes& w) {
  if (!w.values->known || !w.zero || !w.zero->known) return std::nullopt;
  const ng::Tensor &values = *w.values->known, &zero = *w.zero->known;
  if (values.shape.empty() || values.size() == 0 || zero.size() == 0) return std::nullopt;
  if (zero.size() != 1 && zero.size() != values.shape[0]) return std::nullopt;
  const std::int64_t each = values.size() / values.shape[0];
  ng::Tensor made(DType::i8, values.shape);
  for (std::int64_t i = 0; i < values.size(); ++i) {
    const double value = values.at(i) - zero.at(zero.size() == 1 ? 0 : i / each);
    if (value < -128 || value > 127) return std::nullopt;
    made.set(i, value);
  }
  return made;
}

// The parts of one convolution.
class IntegerConvolution {
 public:
  IntegerConvolution(NodeContext& n, const QuantisedBytes& x, const QuantisedBytes& w)
      : n_(n), images_(op_of(*x.values, n.dims)), filters_(op_of(*w.values, n.dims)) {
    if (x.zero && !is_known_zero(x.zero)) set_zero_of_images(*x.zero);
    if (w.zero && !is_known_zero(w.zero)) set_zero_of_filters(w);
  }

  Op make() {
    made_ = convolved(n_, images_, filters_, pad_value_);
    if (images_.axes()[0].length() == 0) return value_of(made_, DType::i32);
    const bool whole = is_padded_ || has_no_padding();
    if (!whole) ones_ = ones({n_.fresh(1, "N")}, images_, DType::u8);
    const Op q = q_ ? per_channel(n_, q_, made_, DType::i32) : Op();
    Op sum = made_;
    if (p_) sum = sum - p_ * (whole ? sums_of_filters() : over_ones(filters_));
    if (q) sum = sum - q * sums_of_images();
    if (p_ && q) sum = sum + p_ * q * (whole ? products() : over_ones(ones_filters()));
    return over(sum, made_.axes());
  }

 private:
  void set_zero_of_images(Item& zero) {
    const Op value = value_of(op_of(zero, n_.dims), DType::i32);
    if (element_count(zero.shape()) != 1)
      NodeContext::refuse("its images have several zero points");
    p_ = value.axes().empty() ? value : without(value, {0});
    is_padded_ = zero.known.has_value();
    if (is_padded_) pad_value_ = static_cast<std::int64_t>(zero.known->at(0));
  }
  void set_zero_of_filters(const QuantisedBytes& w) {
    if (const auto known = centred(w)) {
      filters_ = constant(*known, filters_.axes());
    } else {
      q_ = w.zero;
    }
  }

  bool has_no_padding() const {
    const Shape image = images_.axes().lengths(), taps = filters_.axes().lengths();
    const auto windows =
        window_of(n_, {image.begin() + 2, image.end()}, {taps.begin() + 2, taps.end()});
    return std::all_of(windows.begin(), windows.end(), [](const WindowDimension& d) {
      return d.before == 0 && (d.output - 1) * d.stride + d.span() <= d.image;
    });
  }

  // Ones over `first` and the other axes of `like`.
  static Op ones(std::vector<Axis> first, const Op& like, DType dtype) {
    for (std::size_t i = 1; i < like.axes().size(); ++i) first.push_back(like.axes()[i]);
    return broadcast(number(1, dtype), Axes(first));
  }
  // One filter that adds up the images; in groups as many as there are.
  Op ones_filters() const {
    const bool one = n_.integer("group", 1) == 1;
    return ones({one ? n_.fresh(1, "K") : filters_.axes()[0]}, filters_, DType::i8);
  }

  // With the axes of the result; without those of length 1.
  Op fitted(const Op& x) const {
    std::vector<Axis> axes;
    std::vector<std::size_t> single;
    for (std::size_t i = 0; i < x.axes().size(); ++i) {
      if (i < 2 && x.axes()[i].length() == 1 && made_.axes()[i].length() != 1)
        single.push_back(i);
      else
        axes.push_back(made_.axes()[i]);
    }
    return renamed(without(x, single), axes);
  }
  Op over_ones(const Op& filters) const { return fitted(convolved(n_, ones_, filters)); }
  Op sums_of_images() const { return fitted(convolved(n_, images_, ones_filters(), pad_value_)); }
  Op sums_of_filters() const {
    const Axis kernels = filters_.axes()[0];
    return renamed(sum(filters_, reduce_over(filters_.axes() - Axes{kernels})), {made_.axes()[1]});
  }
  Op products() const {
    const std::int64_t all = filters_.axes().element_count();
    return number(static_cast<double>(all / filters_.axes()[0].length()), DType::i32);
  }

  NodeContext& n_;
  Op images_, filters_, made_;
  Op ones_;                // an image, for sums over the part of a window that lies in the image
  Op p_;                   // of the images; null: 0
  ItemPtr q_;              // of the filters; null: 0
  bool is_padded_ = true;  // with p
  std::int64_t pad_value_ = 0;
};

bool is_of_bytes(const ItemPtr& item) {
  return item->dtype() == DType::i8 || item->dtype() == DType::u8;
}

bool is_one_number_or_null(const ItemPtr& item) {
  return !item || is_one_number(item);
}
// Of filters: one number, or one for each.
bool is_by_filter(const NodeContext& n, const Dequantised& w, const ItemPtr& item) {
  if (is_one_number_or_null(item)) return true;
  const Shape shape = w.values->shape();
  return item->shape().size() == 1 && item->shape()[0] == shape[0] &&
         n.position(w.axis, std::ssize(shape)) == 0;
}

}  // namespace

Op integer_convolution(NodeContext& n, const QuantisedBytes& x, const QuantisedBytes& w) {
  const ScopedResultType type(DType::i32);
  return IntegerConvolution(n, x, w).make();
}

Op convolution_of_dequantised(NodeContext& n) {
  const auto &x = n.item(0).dequantised, &w = n.item(1).dequantised;
  if (!x || !w || !is_of_bytes(x->values) || !is_of_bytes(w->values)) return {};
  if (!is_one_number(x->scale) || !is_one_number_or_null(x->zero)) return {};
  if (!is_by_filter(n, *w, w->scale) || !is_by_filter(n, *w, w->zero)) return {};
  const Op exact = integer_convolution(n, {x->values, x->zero}, {w->values, w->zero});
  const ScopedResultType type(DType::f32);
  const Op factor =
      per_channel(n, x->scale, exact, DType::f32) * per_channel(n, w->scale, exact, DType::f32);
  const Op made = over(value_of(exact, DType::f32) * factor, exact.axes());
  return n.has(2) ? with_bias(n, made, n.op(2)) : made;
}

}  // namespace ng::onnx
