// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/micro_batch_values.h"

#include "engine/base/error.h"
#include "engine/ops/collective/collective.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/shapes/view.h"
#include "engine/passes/staging/micro_batches.h"

namespace ng {
namespace {

using kernel::Combine;

// The position at which lengths differ; none for a single micro-batch.
std::optional<std::size_t> divided_position(const Axes& whole, const Axes& part) {
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (whole[i].length() != part[i].length()) return i;
  }
  return std::nullopt;
}

Op renamed(const Op& x, const Axes& axes) {
  return x.axes() == axes ? x : cast_axes(x, axes);
}

bool adds_in_float32(DType dtype) {
  return is_float(dtype) && size_of(dtype) == 2;
}

// Of bool, a sum is "any" and a product "all", as among ranks.
Op combination(Combine combine, const Op& a, const Op& b) {
  const ScopedResultType type(a.dtype());
  const bool truth = a.dtype() == DType::bool_;
  switch (combine) {
    case Combine::add: return truth ? maximum(a, b) : add(a, b);
    case Combine::multiply: return truth ? minimum(a, b) : multiply(a, b);
    case Combine::maximum: return maximum(a, b);
    case Combine::minimum: return minimum(a, b);
  }
  return a;
}

}  // namespace

Value micro_batch_part(const Op& whole, const Axes& axes, std::int64_t batch) {
  const auto at = divided_position(whole.axes(), axes);
  if (!at) return whole.value();
  const std::int64_t length = axes[*at].length();
  std::vector<SliceItem> items(axes.size(), SliceItem::all());
  items[*at] = SliceItem::range(batch * length, (batch + 1) * length);
  return tensor_slice(whole, items, axes).value();
}

void MicroBatchSum::add(const Value& term) {
  if (*micro_batch_exchange(exchange_) == CollectiveKind::all_gather) return terms_.push_back(term);
  const Op wide = adds_in_float32(term.dtype()) ? value_of(Op(term), DType::f32) : Op(term);
  if (terms_.empty()) {
    terms_ = {wide.value()};
  } else {
    const Combine combine = collective_step_of(exchange_, term.dtype())->combine;
    terms_[0] = combination(combine, Op(terms_[0]), wide).value();
  }
}

Value MicroBatchSum::whole() {
  const TensorType& type = exchange_.results[0];
  if (terms_.size() == 1) return of_type(Op(terms_[0]), type.dtype).value();
  const auto at = divided_position(type.axes, terms_[0].axes());
  check(at.has_value(), "parts that are as long as the whole");
  const Axis& joined = type.axes[*at];
  // A flattened axis is joined under a plain one of its length. Its name is the same on all ranks.
  const Axis plain = joined.is_flattened() ? make_axis(0, std::string(micro_batch_group)) : joined;
  std::vector<Op> parts;
  for (const Value& term : terms_) {
    std::vector<Axis> axes = term.axes().list();
    axes[*at] = joined.is_flattened() ? resized(plain, axes[*at].length()) : axes[*at];
    parts.push_back(renamed(Op(term), Axes(std::move(axes))));
  }
  return renamed(concat_along_axis(parts, plain), type.axes).value();
}

}  // namespace ng
